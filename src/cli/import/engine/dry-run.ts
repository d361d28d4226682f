import { resolve } from 'node:path'
import type { Cli } from '../../cli.ts'
import { tryComputeSha256 } from '../journal/changed-files.ts'
import { rowKey } from '../check/row-report.ts'
import type { Finding } from '../check/finding.ts'
import { withFindings } from '../check/tally.ts'
import { canImport, resolveJournalFolder, type PlanOptions } from './plan-import.ts'
import { createDuplicateReport } from '../check/existing/duplicate-report.ts'
import { findExistingImages } from '../check/existing/find-existing.ts'
import { createCollectionChangeFinder } from '../journal/collection-changes.ts'
import { openReadOnlyJournal } from '../journal/journal-reader.ts'
import { mayBeOtherFile } from '../journal/plan-transaction.ts'
import type { StoredRow } from '../journal/journal-row.ts'
import { countRemaining, type RemainingWork, type RunSelection } from '../report/remaining-work.ts'
import type { PlannedImage } from '../check/planned-image.ts'
import type { ManifestRow } from '../manifest/manifest-row.ts'
import { requireSameCollection } from './require-same-collection.ts'
import { readAndCheck, type OnlineCheckedManifest } from '../check/read-and-check.ts'
import { UNFINISHED_STATES } from './run-import.ts'
import { isDone, toRowResult, type ResultState, type RowResult } from '../report/row-result.ts'

/** The expected results of a run. A dry run writes nothing, neither to the instance nor to the journal. */
export interface DryRun {
  checked: OnlineCheckedManifest
  /** Undefined if the manifest has errors, so that nothing would be sent. */
  rows: RowResult[] | undefined
  remaining: RemainingWork
}

export async function performDryRun(
  cli: Cli,
  path: string,
  { selection, ...options }: PlanOptions,
): Promise<DryRun> {
  const manifest = resolve(cli.cwd, path)
  const known = readKnownRows(resolveJournalFolder(cli, manifest, options))
  const images: PlannedImage[] = []
  const rows: RowResult[] = []
  const changes = createCollectionChangeFinder()
  const checked = await readAndCheck(cli, path, {
    ...options,
    onImage: (image) => images.push(image),
    isImported: (key) => known.get(key)?.state === 'committed',
    onFileMoved: (row) => rows.push(...listEarlierResult(known.get(rowKey(row)), row)),
    onImported: (row, to) => changes.compare(known.get(rowKey(row)), { line: row.line, to }),
  })
  const states: { state: ResultState; size: number }[] = []
  const found = await predictExistingImages(checked, images, known, { selection, ...options })
  for (const image of images) {
    changes.compare(known.get(image.key), { line: image.line, to: image.collection })
    const result = await predictResult(image, known.get(image.key), found.existing.get(image.key))
    rows.push(result)
    states.push({ state: result.state, size: image.size })
  }
  const isAccepted = canImport(checked, options)
  if (isAccepted) await requireSameCollection(checked.api, changes.found)
  rows.sort((a, b) => a.row - b.row)
  const result = withFindings(checked.result, found.findings)
  return {
    checked: { ...checked, result },
    rows: isAccepted ? rows : undefined,
    remaining: countRemaining(states, selection),
  }
}

type KnownRow = Pick<
  StoredRow,
  'path' | 'size' | 'modified_at' | 'sha256' | 'state' | 'doubt' | 'collection' | 'replaces'
> & { result: RowResult }

function readKnownRows(folder: string): Map<string, KnownRow> {
  const known = new Map<string, KnownRow>()
  using journal = openReadOnlyJournal(folder)
  if (!journal) return known
  for (const stored of journal.readStoredRows('all')) {
    const result = toRowResult(stored, journal.batch.run)
    const { path, size, modified_at, sha256, state, doubt, collection, replaces } = stored
    known.set(stored.key, {
      path,
      size,
      modified_at,
      sha256,
      state,
      doubt,
      collection,
      replaces,
      result,
    })
  }
  return known
}

interface FoundImages {
  /** Image ids by row key. */
  existing: Map<string, number>
  findings: Finding[]
}

async function predictExistingImages(
  { api }: OnlineCheckedManifest,
  images: readonly PlannedImage[],
  known: ReadonlyMap<string, KnownRow>,
  { duplicates: policy, selection, purpose }: PlanOptions,
): Promise<FoundImages> {
  const existing = new Map<string, number>()
  if (purpose === 'replace' || policy === 'import') return { existing, findings: [] }
  const committed = [...known.values()].filter(({ state }) => state === 'committed')
  const own = new Set(committed.map(({ result }) => result.image_id))
  const report = createDuplicateReport()
  const selected = images.filter(({ key }) => isSelected(known.get(key), selection))
  const canAsk = await findExistingImages(
    {
      api,
      isOwn: (imageId) => own.has(imageId),
      sharedReferences: findSharedReferences(images),
      limit: selection.maxRows ?? Infinity,
      onFound({ image }, found) {
        report.addRow(image, found)
        if (found.isSame) existing.set(image.key, found.id)
      },
      onRow() {},
    },
    selected.map((image) => ({
      image,
      readSha256: () =>
        image.sha256 ? Promise.resolve(image.sha256) : tryComputeSha256(image.path),
    })),
  )
  return { existing, findings: report.finish(policy, canAsk) }
}

function isSelected(known: KnownRow | undefined, { onlyFailed = false }: RunSelection): boolean {
  if (known === undefined) return !onlyFailed
  return UNFINISHED_STATES.includes(known.state) && known.doubt === 0
}

function findSharedReferences(images: readonly PlannedImage[]): Set<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const { metadata } of images) {
    const { reference_id: reference } = metadata
    if (reference === undefined) continue
    if (seen.has(reference)) shared.add(reference)
    seen.add(reference)
  }
  return shared
}

async function predictResult(
  image: PlannedImage,
  known: KnownRow | undefined,
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
  return { ...result, row, line, file, state: EARLIER_STATES[result.state] ?? result.state }
}

/** The result of a committed row whose file was moved since. */
function listEarlierResult(known: KnownRow | undefined, { row, line }: ManifestRow): RowResult[] {
  if (known === undefined) return []
  const { result } = known
  return [{ ...result, row, line, state: EARLIER_STATES[result.state] ?? result.state }]
}

async function isToBeReplacedAgain(image: PlannedImage, known: KnownRow): Promise<boolean> {
  if (image.replaces === undefined || !isDone(known.result.state)) return false
  return mayBeOtherFile(known, image) && (await tryComputeSha256(image.path)) !== known.sha256
}

/** States that the next run reports as those of an earlier run. */
const EARLIER_STATES: Partial<Record<ResultState, ResultState>> = {
  imported: 'imported_before',
  replaced: 'replaced_before',
}
