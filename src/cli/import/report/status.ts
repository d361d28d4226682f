import { formatTimestamp, MICROS_PER_SECOND, type Micros } from '../../../core/base/clock.ts'
import { isFileLocked } from '../../../core/storage/disk/file-lock.ts'
import { countDone, countDoneBefore, tally } from './summary.ts'
import type { Purpose } from '../../tables/columns.ts'
import { countPlaces, type PlaceCounts } from './place-counts.ts'
import { lockFile } from '../journal/journal-database.ts'
import type { JournalReader } from '../journal/journal-reader.ts'
import { toRowResult, type RowResult } from '../journal/row-result.ts'

/** Maximum number of rows that a status lists. */
const MAX_UNRESOLVED = 1000

export interface ImportDescription {
  schema: 'catalog.import.status/1'
  id: string
  name: string
  purpose: Purpose
  manifest: string
  instance: string
  journal: string
  last_run_at: string
  running: boolean
  /** Average since the current run started; null if no run is in progress. */
  images_per_minute: number | null
  rows: number
  /** Images that were created, or whose files were replaced. */
  done: number
  /** Rows skipped because another import created their image; absent for replacements. */
  exists?: number
  failed: number
  undecided: number
  unfinished: number
  not_started: number
  /** Absent if no image has a place. */
  places?: PlaceCounts
}

/** Describes an import by all rows of its journal, also those of earlier manifests. */
export function describeImport(journal: JournalReader, now: Micros): ImportDescription {
  const { batch, folder } = journal
  const { purpose = 'import' } = batch.reading
  const counts = tally(readResults(journal))
  const running = isFileLocked(lockFile(folder))
  const minutes = (now - batch.updatedAt) / (60 * MICROS_PER_SECOND)
  return {
    schema: 'catalog.import.status/1',
    id: batch.id,
    name: batch.name,
    purpose,
    manifest: batch.manifest,
    instance: batch.instance,
    journal: folder,
    last_run_at: formatTimestamp(batch.updatedAt),
    running,
    images_per_minute: running && minutes > 0 ? Math.round(countDone(counts) / minutes) : null,
    rows: counts.rows,
    done: countDone(counts) + countDoneBefore(counts),
    ...(purpose === 'import' && { exists: counts.exists }),
    failed: counts.failed,
    undecided: counts.undecided,
    unfinished: counts.unfinished,
    not_started: counts.not_started,
    ...countPlaces(readResults(journal)),
  }
}

/** Lists the results of all rows, including those of earlier manifests. */
export function* readResults(journal: JournalReader): Generator<RowResult> {
  for (const stored of journal.readStoredRows('all')) yield toRowResult(stored, journal.batch.run)
}

/** Lists rows that failed, are unfinished or need a decision. */
export function listUnresolvedRows(journal: JournalReader): RowResult[] {
  const unresolved: RowResult[] = []
  for (const result of readResults(journal)) {
    const isOpen = ['failed', 'undecided', 'unfinished'].includes(result.state)
    if (isOpen && unresolved.length < MAX_UNRESOLVED) unresolved.push(result)
  }
  return unresolved
}
