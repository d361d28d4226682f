import { resolve } from 'node:path'
import type { Cli } from '../../cli.ts'
import { tryComputeSha256 } from '../journal/changed-files.ts'
import { rowKey } from '../check/row-report.ts'
import type { Finding } from '../check/finding.ts'
import { withFindings } from '../check/tally.ts'
import type { PlanOptions } from './plan-import.ts'
import { createDuplicateReport } from '../check/existing/duplicate-report.ts'
import { findExistingImages } from '../check/existing/find-existing.ts'
import { createCollectionChangeFinder } from '../journal/collection-changes.ts'
import { findImport, readRows } from '../journal/reading.ts'
import { journalFolder } from '../journal/journal-database.ts'
import { mayBeOtherFile } from '../journal/plan-transaction.ts'
import type { StoredRow } from '../journal/journal-row.ts'
import { countRemaining, type RemainingWork, type RunSelection } from '../report/remaining-work.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import { movedRowsError } from './require-same-collection.ts'
import { readAndCheck, type OnlineCheckedManifest } from '../check/read-and-check.ts'
import { UNFINISHED_STATES } from './run-import.ts'
import { isDone, type ResultState, type RowResult } from '../report/row-result.ts'

/** What a run would find: nothing is written, neither there nor here. */
export interface DryRun {
  prepared: OnlineCheckedManifest
  /** Undefined when the manifest is wrong. */
  rows: RowResult[] | undefined
  remaining: RemainingWork
}

export async function performDryRun(
  cli: Cli,
  path: string,
  { selection, ...options }: PlanOptions,
): Promise<DryRun> {
  const manifest = resolve(cli.cwd, path)
  const folder = options.journal
    ? resolve(cli.cwd, options.journal)
    : journalFolder(manifest, options.purpose)
  const before = knownRows(folder)
  const images: PlannedImage[] = []
  const rows: RowResult[] = []
  const moved = createCollectionChangeFinder()
  const prepared = await readAndCheck(cli, path, {
    ...options,
    onImage: (image) => images.push(image),
    isImported: (key) => before.get(key)?.state === 'committed',
    onFileMoved: (row) => rows.push(...resultBefore(before.get(rowKey(row)), row)),
    onImported: (row, to) => moved.compare(before.get(rowKey(row)), { line: row.line, to }),
  })
  const standings: { state: ResultState; size: number }[] = []
  const found = await existingImages(prepared, images, before, { selection, ...options })
  for (const image of images) {
    moved.compare(before.get(image.key), { line: image.line, to: image.collection })
    const result = await expectedResult(image, before.get(image.key), found.existing.get(image.key))
    rows.push(result)
    standings.push({ state: result.state, size: image.size })
  }
  const isRight = prepared.result.errors === 0 || (options.skipWrongRows && rows.length > 0)
  if (isRight && moved.found) throw await movedRowsError(prepared.api, moved.found)
  rows.sort((one, other) => one.row - other.row)
  const result = withFindings(prepared.result, found.findings)
  return {
    prepared: { ...prepared, result },
    rows: isRight ? rows : undefined,
    remaining: countRemaining(standings, selection),
  }
}

type Known = Pick<
  StoredRow,
  'path' | 'size' | 'modified_at' | 'sha256' | 'state' | 'doubt' | 'collection' | 'replaces'
> & { result: RowResult }

function knownRows(folder: string): Map<string, Known> {
  const known = new Map<string, Known>()
  using found = findImport(folder)
  if (!found) return known
  for (const { key, result, stored } of readRows(found)) {
    const { path, size, modified_at, sha256, state, doubt, collection, replaces } = stored
    known.set(key, { path, size, modified_at, sha256, state, doubt, collection, replaces, result })
  }
  return known
}

interface Existing {
  /** Ids of images by the keys of rows. */
  existing: Map<string, number>
  findings: Finding[]
}

async function existingImages(
  { api }: OnlineCheckedManifest,
  images: readonly PlannedImage[],
  before: ReadonlyMap<string, Known>,
  { duplicates: policy, selection, purpose }: PlanOptions,
): Promise<Existing> {
  const existing = new Map<string, number>()
  if (purpose === 'replace' || policy === 'import') return { existing, findings: [] }
  const made = [...before.values()].filter(({ state }) => state === 'committed')
  const own = new Set(made.map(({ result }) => result.image_id))
  const report = createDuplicateReport()
  const sought = images.filter(({ key }) => mayBeSent(before.get(key), selection))
  const canAsk = await findExistingImages(
    {
      api,
      isOwn: (imageId) => own.has(imageId),
      sharedReferences: referencesOfSeveral(images),
      limit: selection.maxRows ?? Infinity,
      onFound({ image }, found) {
        report.addRow(image, found)
        if (found.isSame) existing.set(image.key, found.id)
      },
      onRow() {},
    },
    sought.map((image) => ({
      image,
      digest: () => (image.sha256 ? Promise.resolve(image.sha256) : tryComputeSha256(image.path)),
    })),
  )
  return { existing, findings: report.finish(policy, canAsk) }
}

function mayBeSent(known: Known | undefined, { onlyFailed = false }: RunSelection): boolean {
  if (known === undefined) return !onlyFailed
  return UNFINISHED_STATES.includes(known.state) && known.doubt === 0
}

function referencesOfSeveral(images: readonly PlannedImage[]): Set<string> {
  const once = new Set<string>()
  const several = new Set<string>()
  for (const { metadata } of images) {
    const { reference_id: reference } = metadata
    if (reference === undefined) continue
    if (once.has(reference)) several.add(reference)
    once.add(reference)
  }
  return several
}

async function expectedResult(
  image: PlannedImage,
  known: Known | undefined,
  existing: number | undefined,
): Promise<RowResult> {
  const { row, line, file, replaces = null } = image
  const place = { row, line, file }
  const noReason = { code: null, message: null }
  if (existing !== undefined) return { ...place, state: 'exists', image_id: existing, ...noReason }
  const isNew = known === undefined || known.result.state === 'exists'
  if (isNew || (await isToBeReplacedAgain(image, known))) {
    return { ...place, state: 'not_started', image_id: replaces, ...noReason }
  }
  const { result } = known
  return { ...result, row, line, file, state: BEFORE[result.state] ?? result.state }
}

/** An imported row whose file was put aside since. */
function resultBefore(known: Known | undefined, { row, line }: ManifestRow): RowResult[] {
  if (known === undefined) return []
  const { result } = known
  return [{ ...result, row, line, state: BEFORE[result.state] ?? result.state }]
}

async function isToBeReplacedAgain(image: PlannedImage, known: Known): Promise<boolean> {
  if (image.replaces === undefined || !isDone(known.result.state)) return false
  return mayBeOtherFile(known, image) && (await tryComputeSha256(image.path)) !== known.sha256
}

/** What was done in the last run is done before the next one. */
const BEFORE: Partial<Record<ResultState, ResultState>> = {
  imported: 'imported_before',
  replaced: 'replaced_before',
}
