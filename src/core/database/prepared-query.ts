import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import { engineOf } from './engine-of.ts'
import type { EngineName } from './per-engine.ts'
import type { Selects, Tx } from './store.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** Placeholders for the values of a prepared query. A placeholder may occur more than once. */
export type Params<Values> = { readonly [Name in keyof Values]: RawBuilder<Values[Name]> }

export type PreparedQuery<Db, Values, Row> = (db: Db, values: Values) => Promise<Row[]>

/**
 * Creates a query that is built and compiled only once for each engine, at its first use. Otherwise this takes several times as long
 * as a database needs to read a row.
 * @param build builds the query: `(reads: Selects, { id }: Params<{ id: number }>) => reads.selectFrom(…)`
 */
export function preparedQuery<Db extends Selects | Tx, Values extends object, Row>(
  build: (db: Db, params: Params<Values>) => Compilable<Row>,
): PreparedQuery<Db, Values, Row> {
  const compiledByEngine = new Map<EngineName, CompiledQuery<Row>>()
  const names = new Map<unknown, keyof Values>()
  return async (db, values) => {
    const executor = db as unknown as Executor
    const engine = engineOf(db)
    const compiled = compiledByEngine.get(engine) ?? build(db, createPlaceholders(names)).compile()
    compiledByEngine.set(engine, compiled)
    const parameters = compiled.parameters.map((parameter) => {
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    const { rows } = await executor.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Creates placeholders, and records in `names` which parameter of the compiled query stands for which value. */
function createPlaceholders<Values extends object>(
  names: Map<unknown, keyof Values>,
): Params<Values> {
  const get = (_: Params<Values>, name: string | symbol): unknown => {
    const placeholder = {}
    names.set(placeholder, name as keyof Values)
    return sql.val(placeholder)
  }
  return new Proxy({} as Params<Values>, { get })
}

/** Not part of the type `Reads`, because it could write. Queries built with `Reads` cannot. */
interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>
}
