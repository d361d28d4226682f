import { sql, type RawBuilder } from 'kysely'
import { firstDayOfYear, lastDayOfYear } from '../../model/edtf/days.ts'

/** Between which years an image's date may lie. What has no date matches neither bound. */
export interface Years {
  /** The date is in this year or later, or may be. */
  yearMin?: number
  /** The date is in this year or earlier, or may be. */
  yearMax?: number
}

/** Conditions on the widened bounds of the dates in a table that has them. */
export function withinYears(table: string, { yearMin, yearMax }: Years): RawBuilder<boolean>[] {
  const conditions: RawBuilder<boolean>[] = []
  if (yearMin !== undefined) {
    conditions.push(sql`${sql.ref(`${table}.fuzzy_to`)} >= ${firstDayOfYear(yearMin)}`)
  }
  if (yearMax !== undefined) {
    conditions.push(sql`${sql.ref(`${table}.fuzzy_from`)} <= ${lastDayOfYear(yearMax)}`)
  }
  return conditions
}
