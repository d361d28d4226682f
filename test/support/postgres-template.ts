import pg from 'pg'
import { openStore } from '../../src/core/database/postgres/open-store.ts'
import { startPostgres } from './postgres.ts'
import { TEMPLATE_VARIABLE } from './test-postgres.ts'

/**
 * Starts a PostgreSQL for the run, with an empty database that tests copy, because creating the schema takes longer than
 * most tests.
 */
export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres('postgis', {
    max_connections: '500',
    shared_preload_libraries: 'postgis-3',
  })
  const url = await postgres.createDatabase()
  const store = await openStore({ url })
  await store[Symbol.asyncDispose]()
  await shrink(url)
  process.env[TEMPLATE_VARIABLE] = url
  return async () => postgres[Symbol.asyncDispose]()
}

/** Most of an empty database are coordinate systems that the catalog does not use. */
async function shrink(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('delete from spatial_ref_sys where srid <> 4326')
  await client.query('vacuum full')
  await client.end()
}
