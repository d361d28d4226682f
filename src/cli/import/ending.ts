import type { Cli } from '../cli.ts'
import { EXIT, exitCodeOf, exitCodeOfSignal } from '../exit-codes.ts'
import type { RowResult } from './result.ts'
import type { RunResult } from './run.ts'

/** How many rows ended how. */
export function tally(rows: readonly RowResult[]): Record<RowResult['state'], number> {
  const counts = { imported: 0, failed: 0, undecided: 0, not_started: 0 }
  for (const { state } of rows) counts[state] += 1
  return counts
}

/** The exit code of a run; what a person must look at weighs most. */
export function exitCodeOfRun(cli: Cli, { rows, stoppedBy }: RunResult): number {
  const { imported, failed, undecided, not_started } = tally(rows)
  if (cli.signal.aborted) return exitCodeOfSignal(cli.signal.reason)
  if (undecided > 0) return EXIT.undecided
  if (failed + not_started === 0) return EXIT.ok
  return stoppedBy && imported === 0 ? exitCodeOf(stoppedBy) : EXIT.partial
}
