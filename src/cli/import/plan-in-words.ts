import { dataSize } from '../quantities.ts'
import { doneBefore, type Tally } from './ending.ts'
import type { Purpose } from './manifest/columns.ts'
import type { OnlinePrepared } from './prepare.ts'
import { count } from './report.ts'

/** What is about to happen, in a sentence; `would` when it is not. */
export function planInWords(
  { result, target }: OnlinePrepared,
  counts: Tally,
  { purpose = 'import', dry = false }: { purpose?: Purpose; dry?: boolean },
): string {
  const { rows, unfinished } = counts
  const before = doneBefore(counts)
  const images = count(rows - before, 'image')
  const size = `(${dataSize(result.bytes)} in all)`
  const collections = [...result.collections].join(', ')
  const what =
    purpose === 'replace'
      ? `${dry ? 'Would give' : 'Giving'} ${images} another file ${size}`
      : `${dry ? 'Would import' : 'Importing'} ${images} ${size} into collection ${collections}`
  const begun = unfinished > 0 ? ` ${unfinished} of them were begun before.` : ''
  return `${what} at ${target.url} as ${target.account}.${begun}${beforeInWords(before, purpose)}`
}

function beforeInWords(before: number, purpose: Purpose): string {
  if (before === 0) return ''
  return purpose === 'replace'
    ? ` ${before} more have theirs already.`
    : ` ${before} more are there already.`
}
