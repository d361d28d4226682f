import { preparedQuery, type Params, type PreparedQuery } from './prepared-query.ts'
import type { Tx } from './store.ts'
import type { NewRow, Tables } from './tables.ts'

type Insert = PreparedQuery<Tx, Record<string, unknown>, unknown>

/** By table and columns. */
const inserts = new Map<string, Insert>()

/** Inserts a row with a prepared query. Members that are undefined get the default of their column. */
export async function insertRow<Name extends keyof Tables>(
  tx: Tx,
  table: Name,
  row: NewRow<Name>,
): Promise<void> {
  const columns = Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : name))
  const shape = [table, ...columns].join(' ')
  const insert = inserts.get(shape) ?? prepareInsert(table, columns)
  inserts.set(shape, insert)
  await insert(tx, row)
}

function prepareInsert(table: keyof Tables, columns: string[]): Insert {
  return preparedQuery((tx: Tx, params: Params<Record<string, unknown>>) => {
    const values = Object.fromEntries(columns.map((column) => [column, params[column]]))
    return tx.insertInto(table).values(values)
  })
}
