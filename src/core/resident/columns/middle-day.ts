import { findMiddleDay } from '../../edtf/middle-day.ts'
import type { CommonColumns } from './table.ts'

/** Returns the day in the middle of the date of a row; NaN without one. */
export function getMiddleDay(
  { fuzzyFrom, fuzzyTo }: Pick<CommonColumns, 'fuzzyFrom' | 'fuzzyTo'>,
  row: number,
): number {
  return findMiddleDay(fuzzyFrom[row] ?? Number.NaN, fuzzyTo[row] ?? Number.NaN)
}
