import { existsSync } from 'node:fs'
import { chmod, mkdtemp, mkdtempDisposable, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import pg from 'pg'
import { createServer } from './postgres-server.ts'

const VARIABLE = 'CATALOG_TEST_CLUSTER'

/** The database of the cluster with the schema of a catalog. */
export const EMPTY_CATALOG = 'empty_catalog'

/** Creates a folder for the cluster of the run, unless another project did. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (env[VARIABLE] !== undefined) return undefined
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-cluster-'))
  // PostgreSQL runs as another user, who has to pass through.
  await chmod(folder.path, 0o711)
  env[VARIABLE] = folder.path
  return () => folder.remove()
}

/**
 * Returns the data directory that servers of this run copy, because creating one with PostGIS and the schema takes longer
 * than most tests; undefined outside of a run. The first test that needs it creates it.
 */
export async function prepareCluster(): Promise<string | undefined> {
  const folder = env[VARIABLE]
  if (folder === undefined) return undefined
  const cluster = join(folder, 'cluster')
  if (!existsSync(cluster)) await createCluster(folder, cluster)
  return join(cluster, 'data')
}

async function createCluster(folder: string, cluster: string): Promise<void> {
  const created = await mkdtemp(join(folder, 'new-'))
  {
    await using server = await createServer({}, { kept: created })
    await server.query('create extension postgis')
    await server.query(`create database ${EMPTY_CATALOG}`)
    await createSchema(server.addressOf(EMPTY_CATALOG))
  }
  // Another worker may have been faster.
  await rename(created, cluster).catch(() => rm(created, { recursive: true }))
}

async function createSchema(url: string): Promise<void> {
  // The configuration of the tests imports this module, and must not load the program.
  const { openStore } = await import('../../src/core/database/postgres/open-store.ts')
  const store = await openStore({ url })
  await store[Symbol.asyncDispose]()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // Most of an empty database are coordinate systems that the catalog does not use.
  await client.query('delete from spatial_ref_sys where srid <> 4326')
  await client.query('vacuum full')
  await client.end()
}
