import { sql, type RawBuilder } from 'kysely'

/**
 * The right side of `in` for a list of values. A list is a single parameter, so the statement does not depend on
 * its length.
 */
export function inList<T extends number | string>(values: readonly T[]): RawBuilder<T> {
  return inJsonList(sql.val(JSON.stringify(values)))
}

/** The same for a JSON array, as a parameter of a prepared query. */
export function inJsonList<T extends number | string>(json: RawBuilder<string>): RawBuilder<T> {
  return sql<T>`(select value from json_each(${json}))`
}

/** Sorts rows by the order of their ids in `ids`. Ids without a row are skipped. */
export function sortByIds<Row extends { id: number }>(ids: readonly number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
