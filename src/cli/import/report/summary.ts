import type { CatalogError } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { EXIT, toExitCode, toSignalExitCode } from '../../exit-codes.ts'
import type { Purpose } from '../manifest/columns.ts'
import type { CountedRows } from '../journal/journal.ts'
import { RESULT_STATES, resultState, type ResultState, type RowResult } from './row-result.ts'

export type Tally = Record<ResultState, number> & {
  rows: number
  /** Images whose bytes at the instance are not those that were sent. */
  damaged: number
}

/** How many rows ended how. */
export function tally(rows: Iterable<RowResult>): Tally {
  const counts = emptyTally()
  for (const { state, code } of rows) {
    counts[state] += 1
    counts.rows += 1
    if (code === 'verify.mismatch') counts.damaged += 1
  }
  return counts
}

/** The same of rows that a journal has counted. */
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

/** Rows whose images are made, or have their new files. */
export function countDone({ imported, replaced }: Tally): number {
  return imported + replaced
}

export function countDoneBefore({ imported_before, replaced_before }: Tally): number {
  return imported_before + replaced_before
}

/** The counts that are of use to whoever reads about this kind of work. */
export function selectCounts(counts: Tally, purpose: Purpose): Partial<Tally> {
  const { imported, imported_before, exists, replaced, replaced_before, ...others } = counts
  return purpose === 'replace'
    ? { replaced, replaced_before, ...others }
    : { imported, imported_before, exists, ...others }
}

export interface RunOutcome {
  counts: Tally
  stoppedBy: CatalogError | undefined
  /** Rows that were left out because they are wrong. */
  skipped: number
  errorOnNothing: boolean
}

/** The exit code of a run; what a person must look at weighs most. */
export function exitCodeOfRun(cli: Cli, ending: RunOutcome): number {
  if (cli.signal.aborted) return toSignalExitCode(cli.signal.reason)
  return EXIT_CODES.find(([, holds]) => holds(ending))?.[0] ?? exitCodeOfStop(ending) ?? EXIT.ok
}

const EXIT_CODES: [code: number, holds: (ending: RunOutcome) => boolean][] = [
  [EXIT.undecided, ({ counts }) => counts.undecided > 0],
  [EXIT.integrity, ({ counts }) => counts.damaged > 0],
  [EXIT.auth, ({ stoppedBy }) => isRefusedCaller(stoppedBy)],
  [EXIT.conflict, ({ stoppedBy }) => stoppedBy?.kind === 'busy'],
  [EXIT.partial, ({ counts }) => counts.failed > 0],
  [EXIT.unavailable, ({ counts }) => counts.unfinished > 0],
  [EXIT.invalid_data, ({ skipped, stoppedBy }) => skipped > 0 && !stoppedBy],
  [EXIT.nothing, ({ counts, ...more }) => more.errorOnNothing && countDone(counts) === 0],
]

function isRefusedCaller(error: CatalogError | undefined): boolean {
  return error?.kind === 'unauthenticated' || error?.kind === 'forbidden'
}

function exitCodeOfStop({ stoppedBy }: RunOutcome): number | undefined {
  return stoppedBy && toExitCode(stoppedBy)
}

/** The end in one line. */
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
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return `${[`${countDone(counts)} ${verb}`, ...said].join(', ')}.`
}

/** What the person may do about what is not done. */
export function adviseNextStep({ failed, unfinished, not_started }: Tally): string | undefined {
  if (failed > 0) {
    return 'Fix the cause and run the same command again; finished rows are skipped.'
  }
  if (unfinished + not_started === 0) return undefined
  return 'To continue, run the same command again.'
}
