import { invalid } from '../../core/base/errors.ts'

/** Whether a row is selected. Rows count from 1 without the header. */
export type RowRanges = (row: number) => boolean

/**
 * Parses row ranges such as `1-500,700,900-`.
 * @throws CatalogError kind `invalid`
 */
export function parseRowRanges(text: string): RowRanges {
  const ranges = text.split(',').map((part): [first: number, last: number] => {
    const [, from, dash, to] = /^\s*(\d{1,9})(?:(-)(\d{1,9})?)?\s*$/.exec(part) ?? []
    const first = Number(from)
    const last = dash === undefined ? first : to === undefined ? Infinity : Number(to)
    if (from !== undefined && first >= 1 && last >= first) return [first, last]
    throw invalid('--rows', `${JSON.stringify(part)} must be a row or a range, as in 1-500,700.`)
  })
  return (row) => ranges.some(([first, last]) => row >= first && row <= last)
}
