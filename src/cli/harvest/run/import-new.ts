import { join } from 'node:path'
import type { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { planImport, type PlannedImport } from '../../import/engine/plan-import.ts'
import { runWithProgress } from '../../import/engine/run-with-progress.ts'
import { findBatchId } from '../../import/journal/journal-database.ts'
import { openReadOnlyJournal, type JournalReader } from '../../import/journal/journal-reader.ts'
import { listResults, tallyJournal } from '../../import/report/report-run.ts'
import type { Tally } from '../../import/report/summary.ts'
import { writeTable } from '../../tables/write-table.ts'
import { createHarvestTable } from '../harvest-table.ts'
import type { HarvestState, RecordState, StoredRecord } from '../harvest-state.ts'
import type { FindLicense } from '../license-finder.ts'
import type { HarvestConfig } from './harvest-config.ts'
import { noteImages } from './note-images.ts'

/** Result of importing the new records. */
export interface ImportOutcome {
  counts: Pick<Tally, 'imported' | 'exists' | 'failed' | 'undecided' | 'unfinished' | 'not_started'>
  stoppedBy: CatalogError | undefined
  /** Rows that were not or could not be imported. */
  problems: { code: string; record: string; message: string }[]
}

const NOTHING: ImportOutcome = {
  counts: { imported: 0, exists: 0, failed: 0, undecided: 0, unfinished: 0, not_started: 0 },
  stoppedBy: undefined,
  problems: [],
}

/** Folder of the journal, by which no record is imported twice. */
export function importJournalFolder(state: HarvestState): string {
  return join(state.folder, 'import')
}

/** Imports the new records that have pictures, and notes their images. */
export async function importNew(
  cli: Cli,
  state: HarvestState,
  config: HarvestConfig,
  { findLicense, isComplete }: { findLicense: FindLicense; isComplete: boolean },
): Promise<ImportOutcome> {
  const path = join(state.folder, 'new.jsonl')
  const content = createHarvestTable(state, findLicense, () => listRecords(state, isComplete))
  const rows = await writeTable(cli, { path, force: true }, content, { format: 'jsonl' })
  if (rows === 0) return NOTHING
  await using plan = await planImport(cli, path, {
    files: [],
    map: {},
    set: {},
    collection: config.collection,
    ...(config.places && { places: config.places }),
    allowPrivateUrls: config.allow_private_urls,
    allowHttp: config.allow_http,
    journal: importJournalFolder(state),
    name: config.name,
    skipInvalidRows: true,
    duplicates: 'skip',
    selection: {},
    isDryRun: false,
  })
  const problems = listFindings(plan)
  const { journal, checked } = plan
  if (!journal) return { ...NOTHING, problems }
  const batch = findBatchId(journal.batch)
  const stoppedBy = await runWithProgress(cli, checked, journal, {
    concurrency: 2,
    failuresAllowed: Infinity,
    inOrder: true,
    selection: {},
    maxRows: Infinity,
    maxSeconds: Infinity,
    delaySeconds: 1 / config.rate,
    verify: 'etag',
    allowPrivateUrls: config.allow_private_urls,
    ...(batch !== undefined && { batch }),
  })
  noteImages(state, journal)
  const { imported, exists, failed, undecided, unfinished, not_started } = tallyJournal(journal)
  const counts = { imported, exists, failed, undecided, unfinished, not_started }
  return { counts, stoppedBy, problems: [...problems, ...listFailures(journal)] }
}

/** Lists the records to import, and those that are gone but whose import has an unknown outcome, which it finds out. */
function* listRecords(
  state: HarvestState,
  isComplete: boolean,
): Generator<readonly [StoredRecord, RecordState]> {
  for (const record of state.list('new'))
    if (canImport(state, record, isComplete)) yield [record, 'new']
  using journal = openReadOnlyJournal(importJournalFolder(state))
  for (const row of journal?.readRowsInDoubt() ?? []) {
    const record = state.findRecord(row.image.key)
    if (record && !record.isPresent && record.imageId === undefined) yield [record, 'new']
  }
}

/** A record that got another identifier looks like two, until a complete pass does not see the old one. */
function canImport(
  state: HarvestState,
  { remote: { file, reference_id: reference } }: StoredRecord,
  isComplete: boolean,
): boolean {
  if (file === undefined) return false
  return isComplete || reference === undefined || !state.isSharedReference(reference)
}

type Problems = ImportOutcome['problems']

function listFindings({ checked: { result } }: PlannedImport): Problems {
  return result.findings
    .filter(({ severity }) => severity === 'error')
    .map(({ code, row_key: record, message }) => ({ code, record: record ?? '', message }))
}

function listFailures(journal: JournalReader): Problems {
  const failed = [...listResults(journal)].filter(
    ({ state, code }) => (state === 'failed' || state === 'undecided') && code !== null,
  )
  return failed.map(({ code, file, message }) => {
    return { code: code ?? '', record: file, message: message ?? '' }
  })
}
