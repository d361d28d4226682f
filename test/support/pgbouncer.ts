import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { SUPERUSER, findUser, type PostgresServer } from './postgres-server.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Names the socket, in a folder of its own. */
const PORT = '6432'

/** PgBouncer in front of a PostgreSQL server. */
export interface PgBouncer extends AsyncDisposable {
  /** The lines that it has logged. */
  readonly log: readonly string[]
  /** Returns the address of a database by way of the pool. */
  addressOf(database: string): string
  /** Runs commands of its console. */
  command(...commands: string[]): Promise<void>
}

/**
 * Returns whether tests with PgBouncer have to be skipped, and prints a notice if so.
 * @throws Error if it is not installed although `CATALOG_REQUIRE_POSTGRES=1` requires it
 */
export function pgBouncerIsMissing(): boolean {
  if (existsSync(PROGRAM)) return false
  const reason = `${PROGRAM} was not found.`
  if (env.CATALOG_REQUIRE_POSTGRES === '1') throw new Error(reason)
  console.log(`Left out: ${reason}`)
  return true
}

/**
 * Starts PgBouncer with the settings of docs/scaling.md, but shorter times. It accepts any client.
 * @param role logs in at the server
 */
export async function startPgBouncer(
  { home: host }: Pick<PostgresServer, 'home'>,
  role: string,
): Promise<PgBouncer> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-pgbouncer-'))
  const file = join(folder.path, 'pgbouncer.ini')
  const settings = {
    listen_port: PORT,
    unix_socket_dir: folder.path,
    auth_type: 'any',
    admin_users: SUPERUSER,
    query_wait_timeout: '0.1',
    server_login_retry: '0.1',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const all = [`[databases]\n* = host=${host} user=${role}\n`, await readDocumented(), ...lines]
  await writeFile(file, all.join(''))
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? await findUser(SUPERUSER) : undefined
  if (user) await chown(folder.path, user.uid, user.gid)
  const server = spawn(PROGRAM, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...user })
  const ended = once(server, 'close')
  const log: string[] = []
  const started = Promise.withResolvers<void>()
  createInterface({ input: server.stderr })
    .on('line', (line) => {
      log.push(line)
      if (line.includes('process up')) started.resolve()
    })
    .on('close', () => started.reject(new Error(`PgBouncer ended:\n${log.join('\n')}`)))
  await started.promise
  const addressOf = (database: string): string =>
    `postgres://${SUPERUSER}@localhost:${PORT}/${database}?host=${folder.path}`
  const console = new pg.Client({ connectionString: addressOf('pgbouncer') })
  await console.connect()
  return {
    log,
    addressOf,
    async command(...commands) {
      for (const command of commands) await console.query(command)
    },
    async [Symbol.asyncDispose]() {
      await console.end()
      server.kill('SIGKILL')
      await ended
      await folder.remove()
    },
  }
}

async function readDocumented(): Promise<string> {
  const page = await readFile(new URL('../../docs/scaling.md', import.meta.url), 'utf8')
  return /```ini\n(\[pgbouncer\]\n.*?)```/s.exec(page)![1]!
}
