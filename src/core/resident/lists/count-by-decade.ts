import { countDecades, type DecadeCount } from '../../edtf/count-decades.ts'
import { getFirstDayOfYear } from '../../edtf/days.ts'
import type { Bitmap } from '../columns/bitmap.ts'
import { getMiddleDay } from '../columns/middle-day.ts'
import type { Rows } from '../columns/rows.ts'
import type { CommonColumns } from '../columns/table.ts'

/** Nearly all dates lie between these days, whose counts an array has room for. */
const FIRST_DAY = getFirstDayOfYear(1500)
const DAYS = getFirstDayOfYear(2100) - FIRST_DAY

/** Counts the rows of a bitmap by decade, in one pass over a million rows. */
export function countByDecade({ columns }: Rows<CommonColumns>, bitmap: Bitmap): DecadeCount[] {
  const usual = new Uint32Array(DAYS)
  const others = new Map<number, number>()
  for (let row = 0; row < bitmap.length; row++) {
    if (bitmap[row] !== 1) continue
    const day = getMiddleDay(columns, row)
    const index = day - FIRST_DAY
    if (index >= 0 && index < DAYS) usual[index] = (usual[index] ?? 0) + 1
    else others.set(day, (others.get(day) ?? 0) + 1)
  }
  return countDecades([...listUsual(usual), ...others])
}

function listUsual(counts: Uint32Array): [day: number, count: number][] {
  const listed: [number, number][] = []
  for (const [index, count] of counts.entries()) {
    if (count > 0) listed.push([FIRST_DAY + index, count])
  }
  return listed
}
