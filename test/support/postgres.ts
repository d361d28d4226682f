import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'

const PLACES = [env.CATALOG_POSTGRES, '/usr/lib/postgresql/15/bin']
const SUPERUSER = 'postgres'

/** Nothing has to survive the test; one process for each query, as measurements need it. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}

const run = promisify(execFile)

/** Folder of PostgreSQL's programs; undefined if comparisons with it have to be skipped. */
const programs = PLACES.find((path) => path !== undefined && existsSync(join(path, 'initdb')))

export interface Postgres extends AsyncDisposable {
  /** The process that runs the queries. */
  readonly pid: number
  /** The process that starts all others. */
  readonly serverPid: number
  /** The lines that it has logged. */
  readonly log: readonly string[]
  /** Returns the address of a database, which need not exist. */
  addressOf(database: string): string
  /** Creates an empty database. @returns its address */
  createDatabase(): Promise<string>
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
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
 * Starts a PostgreSQL of its own with an empty UTF-8 database, and connects to it. Root starts it as the user `postgres`,
 * because it refuses to run as root.
 * @param kept folder of its databases, which stay for the next start; a temporary one by default
 */
export async function startPostgres(
  extension: string,
  settings: Readonly<Record<string, string>> = {},
  kept?: string,
): Promise<Postgres> {
  const folder =
    kept === undefined ? await mkdtempDisposable(join(tmpdir(), 'catalog-postgres-')) : undefined
  const home = folder?.path ?? kept!
  await mkdir(home, { recursive: true })
  const user = process.getuid?.() === 0 ? await findUser(SUPERUSER) : undefined
  if (user) await chown(home, user.uid, user.gid)
  const data = join(home, 'data')
  if (!existsSync(data)) {
    await run(
      join(programs!, 'initdb'),
      ['-D', data, '-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { cwd: home, ...user },
    )
  }
  const log: string[] = []
  const addressOf = (name: string) => `postgres://${SUPERUSER}@localhost/${name}?host=${home}`
  const all = { ...SETTINGS, ...settings, unix_socket_directories: home }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(join(programs!, 'postgres'), ['-D', data, ...options], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, LC_ALL: 'C' },
      ...user,
    })
    await untilReady(started, log)
    return started
  }
  let server = await start()
  let client = await connect(home)
  await client.query(`create extension if not exists ${extension}`)
  const startAgain = async (signal: NodeJS.Signals): Promise<void> => {
    await end(server, signal)
    server = await start()
    client = await connect(home)
  }
  let databases = 0
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    pid: rows[0]!.pid,
    get serverPid() {
      return server.pid!
    },
    log,
    addressOf,
    async createDatabase() {
      databases += 1
      await client.query(`create database database_${databases}`)
      return addressOf(`database_${databases}`)
    },
    query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...parameters])).rows,
    crash: () => startAgain('SIGKILL'),
    restart: () => startAgain('SIGINT'),
    async [Symbol.asyncDispose]() {
      await client.end()
      // Without a checkpoint, unless the databases are needed again.
      await end(server, folder ? 'SIGQUIT' : 'SIGINT')
      await folder?.remove()
    },
  }
}

async function connect(host: string): Promise<pg.Client> {
  const client = new pg.Client({ host, user: SUPERUSER, database: SUPERUSER })
  // A crash breaks the connection.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Resolves when all processes have ended, which share the stream of messages. */
async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'close')
  server.kill(signal)
  await ended
}

async function findUser(name: string): Promise<{ uid: number; gid: number }> {
  const id = async (option: string) => Number((await run('id', [option, name])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** Resolves when the server accepts connections. Appends all that it logs. */
function untilReady(server: ChildProcess, log: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lines = createInterface({ input: server.stderr! })
  lines.on('line', (line) => {
    log.push(line)
    if (line.includes('ready to accept connections')) resolve()
  })
  lines.on('close', () => reject(new Error(`PostgreSQL ended:\n${log.join('\n')}`)))
  return promise
}
