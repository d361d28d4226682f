import { sql, type KyselyPlugin } from 'kysely'
import type { Reads } from '../../src/core/database/store.ts'

/**
 * Records every statement with its query plan.
 * @param keyword `explain` for PostgreSQL
 */
export function recordPlans(reads: Reads, keyword = 'explain query plan') {
  const { compileQuery } = executorOf(reads)
  const asked: Compiled[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(compileQuery(node, { queryId: 'plan' }))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const plans = () => Promise.all(asked.map((query) => explain(reads, query, keyword)))
  return { watched: <Db extends Watchable<Db>>(db: Db) => watch(db, plugin, asked), plans }
}

/** Records built queries with a plugin, and compiled ones, which bypass plugins, with a proxy. */
function watch<Db extends Watchable<Db>>(db: Db, plugin: KyselyPlugin, asked: Compiled[]): Db {
  const plugged = db.withPlugin(plugin)
  return new Proxy(plugged, {
    get(_, name) {
      const member: unknown = Reflect.get(plugged, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        if (name === 'executeQuery') asked.push(given[0] as Compiled)
        return Reflect.apply(member, plugged, given)
      }
    },
  })
}

interface Watchable<Db> {
  withPlugin(plugin: KyselyPlugin): Db
}

function executorOf(reads: Reads) {
  const executor = (reads as unknown as { getExecutor(): Executor }).getExecutor()
  return { compileQuery: executor.compileQuery.bind(executor) }
}

interface Executor {
  compileQuery(node: object, id: object): Compiled
}

async function explain(reads: Reads, { sql: text, parameters }: Compiled, keyword: string) {
  const literal = parameters.reduce<string>(
    (all, value) =>
      all.replace(/\?|\$\d+/, typeof value === 'number' ? String(value) : `'${String(value)}'`),
    text,
  )
  const { rows } = await sql
    .raw<Record<string, unknown>>(`${keyword} ${literal}`)
    .execute(reads as never)
  // The last column of SQLite, and the only one of PostgreSQL.
  return { text, plan: rows.map((row) => Object.values(row).at(-1)).join('\n') }
}

interface Compiled {
  sql: string
  parameters: readonly unknown[]
}
