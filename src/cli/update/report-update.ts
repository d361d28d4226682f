import type { Cli } from '../cli.ts'
import { EXIT, toExitCode, toSignalExitCode } from '../terminal/exit-codes.ts'
import { formatCount } from '../terminal/format.ts'
import type { Target } from '../import/report/report-run.ts'
import { print, printDocument } from '../terminal/output.ts'
import { formatDifference } from './differences.ts'
import { UPDATE_STATES, type UpdateResult, type UpdateState } from './update-result.ts'
import type { UpdateRun } from './run-update.ts'

const COLUMNS = ['line', 'image_id', 'state', 'changes', 'code', 'message']

/** Prints the result of each row. Human-readable output omits rows without a difference. */
export function reportUpdate(
  cli: Cli,
  results: readonly UpdateResult[],
  about: { dry_run: boolean; target: Target },
): void {
  const { output } = cli.globals
  if (output === 'json') {
    const summary = countStates(results)
    printDocument(cli, { schema: 'catalog.update/1', ...about, summary }, results)
  } else if (output === 'ndjson') print(cli, results, COLUMNS)
  else if (output === 'id') print(cli, results.filter(isChanged).map(toId), ['id'])
  else if (output === 'human' && cli.stdout.isTTY) {
    print(
      cli,
      results.filter(isReported).map(toTableRow),
      ['line', 'image_id', 'state'],
      ['changes', 'message'],
    )
  } else
    print(cli, (output === 'human' ? results.filter(isReported) : results).map(toTableRow), COLUMNS)
}

function isChanged({ state }: UpdateResult): boolean {
  return state === 'updated' || state === 'would_update'
}

function isReported({ state }: UpdateResult): boolean {
  return state !== 'unchanged' && state !== 'not_started'
}

function toId({ image_id }: UpdateResult): { id: number } {
  return { id: image_id }
}

function toTableRow(result: UpdateResult): object {
  return { ...result, changes: result.changes.map(formatDifference).join('; ') }
}

type StateCounts = Record<UpdateState, number>

function countStates(results: readonly UpdateResult[]): StateCounts {
  const counts = Object.fromEntries(UPDATE_STATES.map((state) => [state, 0])) as StateCounts
  for (const { state } of results) counts[state] += 1
  return counts
}

/** `3 updated, 40 unchanged, 1 failed.` */
export function describeUpdate(results: readonly UpdateResult[], isDryRun: boolean): string {
  const { updated, would_update, unchanged, failed, conflict, not_started } = countStates(results)
  const parts = [
    isDryRun ? `${would_update} would be updated` : `${updated} updated`,
    `${unchanged} unchanged`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(conflict > 0 ? [formatCount(conflict, 'conflict')] : []),
    ...(not_started > 0 ? [`${not_started} not started`] : []),
  ]
  return `${parts.join(', ')}.`
}

/** `Blank cells changed nothing: creator (2). To clear these values: --clear creator`. Undefined if there are none. */
export function describeKept({ kept }: Pick<UpdateRun, 'kept'>): string | undefined {
  if (kept.size === 0) return undefined
  const counts = Array.from(kept, ([field, count]) => `${field} (${count})`)
  const options = Array.from(kept.keys(), (field) => `--clear ${field}`)
  return `Blank cells changed nothing: ${counts.join(', ')}. To clear these values: ${options.join(' ')}`
}

export function exitCodeOfUpdate(cli: Cli, { results, stoppedBy }: UpdateRun): number {
  if (cli.signal.aborted) return toSignalExitCode(cli.signal.reason)
  if (stoppedBy) return toExitCode(stoppedBy)
  const isPartial = results.some(({ state }) => state === 'failed' || state === 'conflict')
  return isPartial ? EXIT.partial : EXIT.ok
}
