import type { Cli } from '../cli.ts'
import { print, printText } from '../output.ts'
import type { RowResult } from './result.ts'

const RESULT_COLUMNS = ['line', 'file', 'state', 'image_id', 'code', 'message']

/** Where a manifest is, or would be, imported to. */
export interface Target {
  url: string
  account: string
}

/** Writes what became of each row; on a terminal only of those that need attention. */
export function reportRun(cli: Cli, rows: readonly RowResult[], document: object): void {
  const { output } = cli.globals
  if (output === 'json') printText(cli, JSON.stringify({ ...document, rows }, null, 2))
  else if (output === 'human' && cli.stdout.isTTY) {
    const attention = rows.filter(({ state }) => state === 'failed' || state === 'undecided')
    print(cli, attention, ['line', 'file', 'state', 'message'])
  } else if (output === 'id') print(cli, imagesOf(rows), ['id'])
  else print(cli, rows, RESULT_COLUMNS)
}

function imagesOf(rows: readonly RowResult[]): { id: number }[] {
  return rows.flatMap(({ image_id }) => (image_id === null ? [] : { id: image_id }))
}

/** `1 error`, `2 errors`. */
export function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
