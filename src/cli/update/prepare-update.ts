import { resolve } from 'node:path'
import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Api } from '../client/api.ts'
import type { Cli } from '../cli.ts'
import { readFeatures } from '../client/features.ts'
import { mapInOrder } from '../client/map-in-order.ts'
import { requireContributor, requireImporter } from '../client/identity.ts'
import { findUnconfirmedSubjects } from '../import/check/instance-checks.ts'
import { getLatestDay } from '../import/check/check-date.ts'
import { createSubjectFinder } from '../import/check/find-subject.ts'
import { manifestFinding, type Finding } from '../tables/finding.ts'
import { createTally, withFindings, type CheckSummary } from '../import/check/tally.ts'
import { countRepeatedFindings } from '../import/check/repeated-findings.ts'
import type { JournalReader } from '../import/journal/journal-reader.ts'
import { openInputFile } from '../tables/input-file.ts'
import { readManifest, type Manifest } from '../tables/manifest.ts'
import { isSkipped, type ManifestRow } from '../tables/manifest-row.ts'
import { applyProjectDefaults, type ReadAndCheckOptions } from '../import/check/read-and-check.ts'
import type { Target } from '../import/report/report-run.ts'
import { openSingleAccountApi } from '../client/single-account-api.ts'
import { licensesResponse } from '../import/check/response-schemas.ts'
import { openSession } from '../login/session.ts'
import {
  checkUpdateRow,
  lacksImageColumn,
  type CheckedUpdate,
  type FindImported,
} from './check-update-row.ts'
import type { ClearableColumn } from './clearable-columns.ts'
import { createUneditedFinder } from './unedited-cells.ts'
import type { PlannedUpdate } from './update-result.ts'

const MAX_FINDINGS = 10_000
/** Rows that are checked at once share requests for their subjects. */
const ROWS_AT_ONCE = 50

export interface UpdateOptions extends ReadAndCheckOptions {
  clear: readonly ClearableColumn[]
  /** The import whose rows the table names; absent if the table names images. */
  imported?: JournalReader
}

export interface PreparedUpdate {
  api: Api
  target: Target
  manifest: Manifest
  result: CheckSummary
  /** Rows without errors. */
  planned: PlannedUpdate[]
}

/**
 * Reads and checks a table of updates. Changes nothing.
 * @throws CatalogError kind `not_found` if the instance does not support updates, `unauthenticated` or
 *   `forbidden` if the caller may not update images
 */
export async function prepareUpdate(
  cli: Cli,
  path: string,
  options: UpdateOptions,
): Promise<PreparedUpdate> {
  const session = await openSession(cli)
  const { api, identity } = await openSingleAccountApi(cli, session)
  requireImporter(identity, session)
  const { licenses, features } = await askInstance(api)
  requireFeature(api, features)
  requireSameInstance(api, options.imported)
  // The project file's `set` and `fillDown` are for new images; an update must not apply them.
  const project = await applyProjectDefaults(cli, path, options)
  const { set, fillDown = [], clear } = options
  const manifest = await readManifest(resolve(cli.cwd, path), {
    ...project,
    set,
    fillDown,
    purpose: 'update',
    source: await openInputFile(cli, path),
  })
  requireColumns(manifest, clear)
  const found = options.imported
  const checks: Checks = {
    manifest,
    clear,
    licenses,
    subjectFinder: createSubjectFinder(api),
    findUnedited: createUneditedFinder(api),
    places: options,
    today: getLatestDay(cli.clock),
    ...(found && { findImported: createImportedFinder(found) }),
  }
  const { result, planned } = await checkRows(checks)
  if (planned.some(({ place }) => place)) requireContributor(identity, session)
  const unconfirmed = await findUnconfirmedSubjects(checks.subjectFinder, manifest, result.subjects)
  const target = { url: api.url, account: identity.username }
  return { api, target, manifest, result: withFindings(result, unconfirmed), planned }
}

async function askInstance(api: Api) {
  let features: string[] = []
  const licenses = await api.get('/api/v2/licenses/', licensesResponse, (response) => {
    features = readFeatures(response)
  })
  return { licenses, features }
}

function requireFeature({ url }: Api, features: readonly string[]): void {
  if (features.includes('update')) return
  const message = `${url} does not support updating images (it lacks the feature "update"). Nothing was sent.`
  throw new CatalogError('not_found', message, { code: 'feature.missing' })
}

function requireSameInstance({ url }: Api, imported: JournalReader | undefined): void {
  if (!imported || imported.batch.instance === url) return
  const message = `names an import into ${imported.batch.instance}, not into ${url}`
  throw invalid('--journal', message)
}

function requireColumns({ columns, header }: Manifest, clear: readonly ClearableColumn[]): void {
  const missing = clear.find((column) => !columns.includes(column))
  if (missing === undefined || header.length === 0) return
  throw invalid('--clear', `names ${missing}, which is not a column of the table`)
}

function createImportedFinder(journal: JournalReader): FindImported {
  return (key) => journal.findImageId(key)
}

type Checks = Parameters<typeof checkUpdateRow>[0]

async function checkRows(
  checks: Checks,
): Promise<{ result: CheckSummary; planned: PlannedUpdate[] }> {
  const { manifest } = checks
  const tally = createTally(manifest, MAX_FINDINGS)
  const repeated = countRepeatedFindings(manifest, checks.places)
  const lines = new Map<number, number>()
  const planned: PlannedUpdate[] = []
  const check = (row: ManifestRow): Promise<CheckedUpdate> =>
    isSkipped(row) ? Promise.resolve({ row, findings: [] }) : checkUpdateRow(checks, row, lines)
  for await (const checked of mapInOrder(manifest.rows(), ROWS_AT_ONCE, check)) {
    const { row } = checked
    if (isSkipped(row)) {
      tally.addSkipped()
      continue
    }
    tally.addRow({
      ...checked,
      ...(checked.planned && { subjects: checked.planned.wanted.subjects ?? [] }),
    })
    repeated.addRow(row)
    if (checked.planned) planned.push(checked.planned)
  }
  return {
    result: tally.summarize([...findManifestErrors(checks), ...repeated.findings()]),
    planned,
  }
}

/** Errors of the table as a whole. */
function findManifestErrors(checks: Checks): Finding[] {
  if (checks.manifest.header.length === 0 || !lacksImageColumn(checks)) return []
  const message =
    'There is no column "image_id". Add it, or name the import that created the images with --journal.'
  return [manifestFinding('column.missing', message, { column: 'image_id' })]
}
