import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { inList } from './in-list.ts'
import type { Reads, Selects, Tx } from './store.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** What stands in a statement for the values that it is given each time; any of them may stand there twice. */
export type Params<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

/**
 * A statement that is built and compiled once for all, which otherwise takes several times as long as the
 * database does for a row: `statement((reads: Selects, given: Given<{ id: number }>) => …)`.
 */
export function preparedQuery<Db extends Selects | Tx, Values extends object, Row>(
  build: (db: Db, given: Params<Values>) => Compilable<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  const names = new Map<unknown, keyof Values>()
  return async (db, values) => {
    compiled ??= build(db, placeholders(names)).compile()
    const parameters = compiled.parameters.map((parameter) => {
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    const { rows } = await execute<Row>(db, { ...compiled, parameters })
    return rows
  }
}

/** Notes in `names` which parameter of the compiled statement stands for which value. */
function placeholders<Values extends object>(names: Map<unknown, keyof Values>): Params<Values> {
  const get = (_: Params<Values>, name: string | symbol): unknown => {
    const standIn = {}
    names.set(standIn, name as keyof Values)
    return sql.val(standIn)
  }
  return new Proxy({} as Params<Values>, { get })
}

/** A statement for rows by their ids, whose only parameter is the list of ids. */
export function byIds<Row>(
  build: (reads: Reads, ids: RawBuilder<number>) => Compilable<Row>,
): (reads: Reads, ids: readonly number[]) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (reads, ids) => {
    compiled ??= build(reads, inList<number>([])).compile()
    const { rows } = await execute<Row>(reads, { ...compiled, parameters: [JSON.stringify(ids)] })
    return rows
  }
}

/** Runs what has been compiled already. */
export function execute<Row>(
  db: Selects | Tx,
  query: CompiledQuery<Row>,
): Promise<{ rows: Row[] }> {
  return (db as unknown as Executor).executeQuery(query)
}

/** Hidden from readers because it might write; what they compile cannot. */
interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>
}
