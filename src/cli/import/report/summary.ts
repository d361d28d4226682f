import type { CatalogError } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'
import { EXIT, toExitCode, toSignalExitCode } from '../../terminal/exit-codes.ts'
import type { Purpose } from '../../tables/columns.ts'
import type { PlaceCounts } from './place-counts.ts'
import type { CountedRows } from '../journal/journal-reader.ts'
import {
  RESULT_STATES,
  resultState,
  type ResultState,
  type RowResult,
} from '../journal/row-result.ts'

export type Tally = Record<ResultState, number> & {
  rows: number
  /** Images whose stored file differs from the file that was sent. */
  damaged: number
}

/** Counts rows by state. */
export function tally(rows: Iterable<RowResult>): Tally {
  const counts = emptyTally()
  for (const { state, code } of rows) {
    counts[state] += 1
    counts.rows += 1
    if (code === 'verify.mismatch') counts.damaged += 1
  }
  return counts
}

/** Sums up the counts of a journal by state. */
export function tallyCounted(counted: Iterable<CountedRows>, run: number): Tally {
  const counts = emptyTally()
  for (const { count, damaged, ...traits } of counted) {
    counts[resultState(traits, run)] += count
    counts.rows += count
    if (damaged === 1) counts.damaged += count
  }
  return counts
}

function emptyTally(): Tally {
  const zero = Object.fromEntries(RESULT_STATES.map((state) => [state, 0]))
  return { ...zero, rows: 0, damaged: 0 } as Tally
}

/** Rows that this run imported or replaced. */
export function countDone({ imported, replaced }: Tally): number {
  return imported + replaced
}

export function countDoneBefore({ imported_before, replaced_before }: Tally): number {
  return imported_before + replaced_before
}

/** Selects the counts that apply to imports or to replacements. */
export function selectCounts(counts: Tally, purpose: Purpose): Partial<Tally> {
  const { imported, imported_before, exists, replaced, replaced_before, ...others } = counts
  return purpose === 'replace'
    ? { replaced, replaced_before, ...others }
    : { imported, imported_before, exists, ...others }
}

export interface RunOutcome {
  counts: Tally
  stoppedBy: CatalogError | undefined
  /** Rows skipped because of errors. */
  skipped: number
  errorOnNothing: boolean
  /** Absent if no image has a place. */
  places?: PlaceCounts
}

/** The exit code of a run. Outcomes that need the user come first. */
export function exitCodeOfRun(cli: Cli, outcome: RunOutcome): number {
  if (cli.signal.aborted) return toSignalExitCode(cli.signal.reason)
  return (
    EXIT_CODES.find(([, applies]) => applies(outcome))?.[0] ?? exitCodeOfStop(outcome) ?? EXIT.ok
  )
}

const EXIT_CODES: [code: number, applies: (outcome: RunOutcome) => boolean][] = [
  [EXIT.undecided, ({ counts }) => counts.undecided > 0],
  [EXIT.integrity, ({ counts }) => counts.damaged > 0],
  [EXIT.auth, ({ stoppedBy }) => isRefusedCaller(stoppedBy)],
  [EXIT.conflict, ({ stoppedBy }) => stoppedBy?.kind === 'busy'],
  [EXIT.partial, ({ counts, places }) => counts.failed > 0 || (places?.refused ?? 0) > 0],
  [EXIT.unavailable, ({ counts, places }) => counts.unfinished > 0 || (places?.waiting ?? 0) > 0],
  [EXIT.invalid_data, ({ skipped, stoppedBy }) => skipped > 0 && !stoppedBy],
  [EXIT.nothing, ({ counts, ...more }) => more.errorOnNothing && countDone(counts) === 0],
]

function isRefusedCaller(error: CatalogError | undefined): boolean {
  return error?.kind === 'unauthenticated' || error?.kind === 'forbidden'
}

function exitCodeOfStop({ stoppedBy }: RunOutcome): number | undefined {
  return stoppedBy && toExitCode(stoppedBy)
}

/** Summarizes a run in one line. */
export function describeOutcome(counts: Tally, skipped: number, purpose: Purpose): string {
  const verb = purpose === 'replace' ? 'replaced' : 'imported'
  const parts: [number, string][] = [
    [countDoneBefore(counts), `already ${verb}`],
    [counts.exists, 'skipped (already in the collection)'],
    [counts.failed, 'failed'],
    [counts.undecided, 'undecided (run: catalog import resolve)'],
    [counts.unfinished, 'unfinished'],
    [counts.not_started, 'not started'],
    [skipped, 'skipped because of errors'],
    [counts.damaged, 'damaged'],
  ]
  const counted = parts
    .filter(([number]) => number > 0)
    .map(([number, state]) => `${number} ${state}`)
  return `${[`${countDone(counts)} ${verb}`, ...counted].join(', ')}.`
}

/** Advises how to complete an unfinished import. */
export function adviseNextStep({ failed, unfinished, not_started }: Tally): string | undefined {
  if (failed > 0) {
    return 'Fix the cause and run the same command again; finished rows are skipped.'
  }
  if (unfinished + not_started === 0) return undefined
  return 'To continue, run the same command again.'
}
