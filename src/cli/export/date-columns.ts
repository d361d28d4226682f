import { computeBounds } from '../../core/edtf/bounds.ts'
import { BEGINNING_OF_TIME, END_OF_TIME, toCivilDate } from '../../core/edtf/days.ts'
import { formatDayStart } from '../../core/edtf/day-start.ts'
import { EdtfError } from '../../core/edtf/edtf-error.ts'
import type { DateBounds } from '../../core/edtf/single-date-bounds.ts'
import { parseEdtf } from '../../core/edtf/parse.ts'
import { defineColumns, type Value } from './column.ts'

/**
 * The date of an image for programs that do not support EDTF: the first and the last day as written, and the years that the
 * filters compare, which are widened where the date is uncertain or approximate.
 */
export const DATE_COLUMNS = defineColumns({
  date_start: 'date',
  date_end: 'date',
  year_min: 'integer',
  year_max: 'integer',
})

/** Not every program reads larger integers. */
const MAX_YEAR = 2 ** 31 - 1

/** Computes the values of DATE_COLUMNS by name. Unknown and open ends are null, as are days outside the years 1 to 9999. */
export function computeDates(edtf: unknown): Record<string, Value> {
  const bounds = readBounds(edtf)
  if (bounds === undefined) return {}
  return {
    date_start: formatDay(bounds.strictFrom),
    date_end: formatDay(bounds.strictTo),
    year_min: getYear(bounds.fuzzyFrom),
    year_max: getYear(bounds.fuzzyTo),
  }
}

function readBounds(edtf: unknown): DateBounds | undefined {
  if (typeof edtf !== 'string' || edtf === '') return undefined
  try {
    return computeBounds(parseEdtf(edtf))
  } catch (error) {
    // Other implementations of the API may accept other dates.
    if (error instanceof EdtfError) return undefined
    throw error
  }
}

function formatDay(day: number): string | null {
  return formatDayStart(day)?.slice(0, 10) ?? null
}

function getYear(day: number): number | null {
  if (day <= BEGINNING_OF_TIME || day >= END_OF_TIME) return null
  const { year } = toCivilDate(day)
  return Math.abs(year) <= MAX_YEAR ? year : null
}
