import { startPostgres } from './postgres.ts'
import { TEMPLATE_VARIABLE } from './test-postgres.ts'

/** Starts a PostgreSQL for the run, with an empty database that tests copy. */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres('postgis', {
    max_connections: '500',
    shared_preload_libraries: 'postgis-3',
  })
  process.env[TEMPLATE_VARIABLE] = await postgres.createCatalog()
  return async () => postgres[Symbol.asyncDispose]()
}
