import type { JournalReader } from './journal-reader.ts'
import { isDone, resultState, type ResultState } from './row-result.ts'

/** The work of a run. */
export interface RemainingWork {
  /** Rows that the run will import. */
  rows: number
  /** Total size of their files. */
  bytes: number
  /** Rows that `maxRows` leaves for a later run. */
  further: number
}

/** Selects the rows of a run. */
export interface RunSelection {
  onlyFailed?: boolean
  maxRows?: number
}

/** Counts the work of a run, given the state and file size of each row. */
export function countRemaining(
  rows: Iterable<{ state: ResultState; size: number }>,
  { onlyFailed = false, maxRows = Infinity }: RunSelection,
): RemainingWork {
  const remaining: RemainingWork = { rows: 0, bytes: 0, further: 0 }
  for (const { state, size } of rows) {
    const isSelected = onlyFailed
      ? state === 'failed' || state === 'unfinished'
      : !isDone(state) && state !== 'undecided'
    if (!isSelected) continue
    if (remaining.rows < maxRows) {
      remaining.rows += 1
      remaining.bytes += size
    } else remaining.further += 1
  }
  return remaining
}

/** Lists the states of the manifest's rows before the run. */
export function* listRowStates(
  journal: JournalReader,
): Generator<{ state: ResultState; size: number }> {
  for (const stored of journal.readStoredRows('listed')) {
    yield { state: resultState(stored, journal.batch.run), size: stored.size }
  }
}
