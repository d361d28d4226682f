import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import { EMPTY_CATALOG, prepareCluster } from './postgres-cluster.ts'
import {
  createServer,
  programs,
  type PostgresServer,
  type ServerSettings,
  type ServerSignal,
} from './postgres-server.ts'

export interface Postgres extends PostgresServer {
  /** The process that runs the queries. */
  readonly pid: number
  /** Creates an empty database. @returns its address */
  createDatabase(): Promise<string>
  /** Creates a database for a catalog, whose schema it has if a template is at hand. @returns its address */
  createCatalog(): Promise<string>
  /** Kills the main process (SIGKILL), so that the others end without a checkpoint, and starts again. */
  crash(): Promise<void>
  /** Ends all transactions and connections, and starts again. */
  restart(): Promise<void>
}

/**
 * Returns whether comparisons with an extension of PostgreSQL have to be skipped, and prints a notice if so.
 * @throws Error if it is not installed although `CATALOG_REQUIRE_POSTGRES=1` requires it
 */
export function postgresIsMissing(extension: string): boolean {
  const reason = explainMissingPostgres(extension)
  if (reason !== undefined) console.log(`Left out: ${reason}`)
  return reason !== undefined
}

/**
 * Explains why an extension of PostgreSQL cannot be used; undefined if it can be.
 * @throws Error if it is not installed although `CATALOG_REQUIRE_POSTGRES=1` requires it
 */
export function explainMissingPostgres(extension: string): string | undefined {
  if (hasExtension(extension)) return undefined
  const reason = `PostgreSQL 15 with ${extension} was not found; CATALOG_POSTGRES may name the folder of its programs.`
  if (env.CATALOG_REQUIRE_POSTGRES === '1') throw new Error(reason)
  return reason
}

/** Returns whether an extension of PostgreSQL is installed. */
export function hasExtension(name: string): boolean {
  if (programs === undefined) return false
  const shared = execFileSync(join(programs, 'pg_config'), ['--sharedir'], { encoding: 'utf8' })
  return existsSync(join(shared.trim(), 'extension', `${name}.control`))
}

/**
 * Starts a PostgreSQL of its own with an empty database, and connects to it.
 * @param kept folder of its databases, which stay for the next start; a temporary one by default
 */
export async function startPostgres(
  extension: string,
  settings: ServerSettings = {},
  kept?: string,
): Promise<Postgres> {
  const template =
    kept === undefined && hasExtension('postgis') ? await prepareCluster() : undefined
  const server = await createServer(settings, { kept, template })
  await server.query(`create extension if not exists ${extension}`)
  const startAgain = async (signal: ServerSignal): Promise<void> => {
    await server.kill(signal)
    await server.start()
  }
  let databases = 0
  const create = async (original: string): Promise<string> => {
    databases += 1
    const name = `database_${databases}`
    await server.query(`create database ${name} template ${original}`)
    return server.addressOf(name)
  }
  const [process] = await server.query<{ pid: number }>('select pg_backend_pid() as pid')
  return Object.assign(server, {
    pid: process!.pid,
    createDatabase: () => create('template1'),
    createCatalog: () => create(template === undefined ? 'template1' : EMPTY_CATALOG),
    crash: () => startAgain('SIGKILL'),
    restart: () => startAgain('SIGINT'),
  })
}
