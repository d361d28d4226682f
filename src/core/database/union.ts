import { sql, type RawBuilder } from 'kysely'

/** Combines the rows of several queries to a table without duplicates. */
export function unionOf<Row>(queries: readonly RawBuilder<unknown>[]): RawBuilder<Row> {
  return sql`(${sql.join(queries, sql` union `)})`
}
