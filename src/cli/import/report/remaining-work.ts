import type { Journal } from '../journal/journal.ts'
import { isDone, toRowResult, type ResultState } from './row-result.ts'

/** What a run has before it. */
export interface RemainingWork {
  /** Rows that it takes up. */
  rows: number
  /** Of their files. */
  bytes: number
  /** Rows that it would take up as well if it might go on for longer. */
  further: number
}

/** Which rows a run takes up. */
export interface RunSelection {
  onlyFailed?: boolean
  maxRows?: number
}

/** What there is to do, given every row's state and the size of its file. */
export function countRemaining(
  rows: Iterable<{ state: ResultState; size: number }>,
  { onlyFailed = false, maxRows = Infinity }: RunSelection,
): RemainingWork {
  const left: RemainingWork = { rows: 0, bytes: 0, further: 0 }
  for (const { state, size } of rows) {
    const open = onlyFailed
      ? state === 'failed' || state === 'unfinished'
      : !isDone(state) && state !== 'undecided'
    if (!open) continue
    if (left.rows < maxRows) {
      left.rows += 1
      left.bytes += size
    } else left.further += 1
  }
  return left
}

/** The rows of the run's manifest as they stand before anything is sent. */
export function* listRowStates(journal: Journal): Generator<{ state: ResultState; size: number }> {
  for (const stored of journal.readListedRows()) {
    yield { state: toRowResult(stored, journal.batch.run).state, size: stored.size }
  }
}
