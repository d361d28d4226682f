import type { Cli } from '../cli.ts'
import { print, printDocument } from '../output.ts'
import { tallyCounted, type Tally } from './ending.ts'
import type { Journal } from './journal/journal.ts'
import type { Purpose } from './manifest/columns.ts'
import { isDone, resultOf, type RowResult } from './result.ts'

const SHOWN: Record<Purpose, string[]> = {
  import: ['line', 'file', 'state'],
  replace: ['line', 'image_id', 'file', 'state'],
}

const RESULT_COLUMNS = ['line', 'file', 'state', 'image_id', 'code', 'message']

/** Where a manifest is, or would be, imported to. */
export interface Target {
  url: string
  account: string
}

/** The rows of the run's manifest as they stand in the journal, read anew each time. */
export function* resultsOf(journal: Journal): Generator<RowResult> {
  for (const stored of journal.results()) yield resultOf(stored, journal.batch.run)
}

export function tallyOf(journal: Journal): Tally {
  return tallyCounted(journal.standings(), journal.batch.run)
}

/**
 * Writes what became of each row; on a terminal only of those that need attention, unless `everyRow` is set.
 * What else it is given a program is told besides.
 */
export function reportRun(
  cli: Cli,
  rows: Iterable<RowResult>,
  {
    purpose,
    everyRow,
    ...document
  }: { purpose: Purpose; everyRow?: true; [member: string]: unknown },
): void {
  const { output } = cli.globals
  if (output === 'json') {
    printDocument(cli, { schema: `catalog.${purpose}/1`, ...document }, rows)
  } else if (output === 'human' && cli.stdout.isTTY) {
    const columns = everyRow ? ['image_id', 'file', 'state'] : SHOWN[purpose]
    const shown = everyRow ? [...rows] : [...rows].filter(needsAttention)
    print(cli, shown, columns, ['message'])
  } else if (output === 'id') print(cli, imagesOf(rows), ['id'])
  else print(cli, [...rows], RESULT_COLUMNS)
}

function needsAttention({ state, code }: RowResult): boolean {
  return (!isDone(state) && state !== 'not_started') || code !== null
}

function imagesOf(rows: Iterable<RowResult>): { id: number }[] {
  return [...rows].flatMap(({ image_id, state }) =>
    image_id === null || !isDone(state) ? [] : { id: image_id },
  )
}

/** `1 error`, `2 errors`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
