import type { CompiledQuery } from 'kysely'
import { execute } from './prepared-query.ts'
import type { Tx } from './store.ts'
import type { NewRow, Tables } from './tables.ts'

const compiled = new Map<string, CompiledQuery>()

/** Inserts a row of plain values by a statement that is compiled once for each set of columns. */
export async function insertRow<Name extends keyof Tables>(
  tx: Tx,
  table: Name,
  row: NewRow<Name>,
): Promise<void> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const shape = [table, ...given.map(([column]) => column)].join(' ')
  const query = compiled.get(shape) ?? tx.insertInto(table).values(row).compile()
  compiled.set(shape, query)
  await execute(tx, { ...query, parameters: given.map(([, value]) => value) })
}
