import { expressionBuilder, sql, type Expression, type RawBuilder } from 'kysely'
import type { Micros } from '../base/clock.ts'
import type { Tables } from './tables.ts'

/** Parts of queries that do not belong to one query. Both engines write them alike. */

/** A column of a table that the query, or a query around it, joins, as `table.column`. The caller knows its type. */
export function column<T = never>(name: string): RawBuilder<T> {
  return sql.ref<T>(name)
}

/** A value in the text of the statement. SQLite uses a partial index only if it sees the value of its condition. */
export function literal<T extends string | number | null>(value: T): RawBuilder<T> {
  return sql.lit(value)
}

/**
 * An integer that PostgreSQL does not know when it plans. It plans a prepared statement again for each value that promises fewer
 * rows than the average, which may take longer than running it.
 */
export function hideFromPlanner(value: Expression<number>): RawBuilder<number> {
  return sql`(select cast(${value} as bigint))`
}

/**
 * The number of borders that a value is not below.
 * @param borders in ascending order
 */
export function countBordersBelow(
  value: Expression<number>,
  borders: readonly number[],
): RawBuilder<number> {
  const cases = borders.map(
    (border, index) => sql`when ${value} >= ${border} then ${sql.lit(index + 1)}`,
  )
  return sql`case ${sql.join(cases.toReversed(), sql` `)} else 0 end`
}

/** Builds expressions of columns that `column` refers to. */
export const expressions = expressionBuilder<Tables>()

/**
 * Whether a row comes before (`<`) or after (`>`) another one in an order by time, then by id.
 * @param columns the names of both, as `table.column`
 */
export function compareTimeAndId(
  [time, id]: readonly [time: string, id: string],
  operator: '<' | '>',
  other: { at: Micros; id: number },
) {
  const columns = expressions.refTuple(column<number>(time), column<number>(id))
  return expressions(columns, operator, expressions.tuple(other.at, other.id))
}

/**
 * Whether a text begins with another one. An index of the column answers it.
 * @param text folded, if the column is
 */
export function beginsWith(value: Expression<string>, text: string) {
  return expressions.and([
    expressions(value, '>=', text),
    expressions(value, '<', text + LAST_CHARACTER),
  ])
}

/** Sorts after every other character. */
const LAST_CHARACTER = '\u{10FFFF}'
