import { dataSize } from '../quantities.ts'
import type { Tally } from './ending.ts'
import type { OnlinePrepared } from './prepare.ts'
import { count } from './report.ts'

/** What is about to happen, in a sentence; `would` when it is not. */
export function planInWords(
  { result, target }: OnlinePrepared,
  { rows, imported_before, unfinished }: Pick<Tally, 'rows' | 'imported_before' | 'unfinished'>,
  dry = false,
): string {
  const collections = [...result.collections].join(', ')
  const before = imported_before > 0 ? ` ${imported_before} more are there already.` : ''
  const begun = unfinished > 0 ? ` ${unfinished} of them were begun before.` : ''
  return (
    `${dry ? 'Would import' : 'Importing'} ${count(rows - imported_before, 'image')} ` +
    `(${dataSize(result.bytes)} in all) into collection ${collections} at ${target.url} as ${target.account}.` +
    begun +
    before
  )
}
