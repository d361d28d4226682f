import { PostgresAdapter, type KyselyProps } from 'kysely'
import type { EngineName } from './per-engine.ts'

/** Returns the engine that a handle of kysely queries. */
export function engineOf(db: object): EngineName {
  const { adapter } = (db as Handle).getExecutor()
  return adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}

interface Handle {
  getExecutor(): Pick<KyselyProps['executor'], 'adapter'>
}
