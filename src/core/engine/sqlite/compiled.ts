import type { CompiledQuery, RawBuilder } from 'kysely'
import { among } from './lists/among.ts'
import type { Reads } from './store.ts'

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/**
 * A query for rows by their ids that is built and compiled once for all, which otherwise takes as long as
 * the database does for a page. Its only parameter is the list of ids.
 */
export function byIds<Row>(
  build: (reads: Reads, ids: RawBuilder<number>) => Compilable<Row>,
): (reads: Reads, ids: readonly number[]) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (reads, ids) => {
    compiled ??= build(reads, among<number>([])).compile()
    const { rows } = await execute<Row>(reads, { ...compiled, parameters: [JSON.stringify(ids)] })
    return rows
  }
}

/** Runs what has been compiled already. */
export function execute<Row>(reads: Reads, query: CompiledQuery<Row>): Promise<{ rows: Row[] }> {
  return (reads as unknown as Executor).executeQuery(query)
}

/** Hidden from readers because it might write; what they compile cannot. */
interface Executor {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ rows: Row[] }>
}
