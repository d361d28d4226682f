import { sql, type RawBuilder } from 'kysely'

/**
 * A list of values as the right side of `in`: one parameter however long it is, so that the statement
 * is always the same one.
 */
export function inList<T extends number | string>(values: readonly T[]): RawBuilder<T> {
  return sql<T>`(select value from json_each(${JSON.stringify(values)}))`
}

/** Rows in the order of the ids that they were fetched by; ids without a row are left out. */
export function sortByIds<Row extends { id: number }>(ids: readonly number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
