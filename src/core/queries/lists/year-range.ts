import type { Expression, SqlBool } from 'kysely'
import { column, expressions } from '../../database/expressions.ts'
import { getFirstDayOfYear, getLastDayOfYear } from '../../edtf/days.ts'

/** A range of years, inclusive. An image without a date matches no bound. */
export interface YearRange {
  /** The date may be in this year or later. */
  yearMin?: number
  /** The date may be in this year or earlier. */
  yearMax?: number
}

/** Builds conditions on the fuzzy bounds of the dates in a table. */
export function matchYears(table: string, { yearMin, yearMax }: YearRange): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (yearMin !== undefined) {
    conditions.push(
      expressions(column<number>(`${table}.fuzzy_to`), '>=', getFirstDayOfYear(yearMin)),
    )
  }
  if (yearMax !== undefined) {
    conditions.push(
      expressions(column<number>(`${table}.fuzzy_from`), '<=', getLastDayOfYear(yearMax)),
    )
  }
  return conditions
}
