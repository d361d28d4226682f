import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

export const SUPERUSER = 'postgres'

const PLACES = [env.CATALOG_POSTGRES, '/usr/lib/postgresql/15/bin']

/** Nothing has to survive the test; one process for each query, as measurements need it. */
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  autovacuum: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
}

/** A standby first applies all that it has received. Without a limit, PostgreSQL gives up after a minute, with false. */
const PROMOTION_SECONDS = 300

/** So many of the last lines of a log tell why a server failed. */
const LOGGED_LINES = 20

const run = promisify(execFile)

/** Folder of PostgreSQL's programs; undefined if comparisons with it have to be skipped. */
export const programs = PLACES.find(
  (path) => path !== undefined && existsSync(join(path, 'initdb')),
)

/** Settings of `postgresql.conf`. */
export type ServerSettings = Readonly<Record<string, string>>

/**
 * Ends all transactions and connections (SIGINT), all processes at once (SIGQUIT), or only the main process, without
 * which the others end, too (SIGKILL).
 */
export type ServerSignal = 'SIGINT' | 'SIGQUIT' | 'SIGKILL'

/** A PostgreSQL server in a temporary folder, which also holds its socket. */
export interface PostgresServer extends AsyncDisposable {
  /** The folder of the socket. */
  readonly home: string
  /** The process that starts all others. */
  readonly serverPid: number
  /** The lines that it has logged. */
  readonly log: readonly string[]
  /** Queries the database of the superuser. */
  query<Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Returns the address of a database, which need not exist. */
  addressOf(database: string): string
  /** Resolves when all processes have ended. */
  kill(signal: ServerSignal): Promise<void>
  /** Starts it again after it was killed. */
  start(): Promise<void>
  /** Copies it to another folder, and starts the copy, which then follows it. */
  startStandby(): Promise<Standby>
}

/** A server that follows another one. */
export interface Standby extends PostgresServer {
  /** Receives, but does not apply what the primary writes, until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Makes it a primary. */
  promote(): Promise<void>
}

/** Where the data directory of a new server is, and what it has. */
interface Origin {
  /** A folder that stays for the next start; a temporary one by default. */
  kept?: string | undefined
  /** The data directory of another server, to be copied. */
  template?: string | undefined
}

/** Creates a server with UTF-8 databases. Root starts it as the user `postgres`, because it refuses to run as root. */
export async function createServer(
  settings: ServerSettings,
  { kept, template }: Origin = {},
): Promise<PostgresServer> {
  const options = ['-U', SUPERUSER, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const fill = (data: string): string[] =>
    template === undefined
      ? [join(programs!, 'initdb'), '-D', data, ...options]
      : ['cp', '-a', template, data]
  return await openServer(settings, fill, kept)
}

async function createStandby(home: string, settings: ServerSettings): Promise<Standby> {
  const options = ['-h', home, '-U', SUPERUSER, '-R', '--checkpoint=fast', '--no-sync']
  const server = await openServer(settings, (data) => [
    join(programs!, 'pg_basebackup'),
    '-D',
    data,
    ...options,
  ])
  return Object.assign(server, {
    async pause() {
      await server.query('select pg_wal_replay_pause()')
      // It stops after the record that it is replaying.
      const state = `select from pg_get_wal_replay_pause_state() as state where state = 'paused'`
      while ((await server.query(state)).length === 0) await pause(5)
    },
    resume: async () => void (await server.query('select pg_wal_replay_resume()')),
    async promote() {
      const promote = `select pg_promote(true, ${PROMOTION_SECONDS}) as "isPromoted"`
      const [answer] = await server.query<{ isPromoted: boolean }>(promote)
      if (answer!.isPromoted) return
      const [startup] = await server.query(
        `select wait_event_type, wait_event from pg_stat_activity where backend_type = 'startup'`,
      )
      const last = server.log.slice(-LOGGED_LINES).join('\n')
      throw new Error(
        `The standby was not promoted within ${PROMOTION_SECONDS} s: ${JSON.stringify(startup)}\n${last}`,
      )
    },
  })
}

/** @param fill returns the command that fills the data directory */
async function openServer(
  settings: ServerSettings,
  fill: (data: string) => string[],
  kept?: string,
): Promise<PostgresServer> {
  const folder =
    kept === undefined ? await mkdtempDisposable(join(tmpdir(), 'catalog-postgres-')) : undefined
  const home = folder?.path ?? kept!
  await mkdir(home, { recursive: true })
  const user = process.getuid?.() === 0 ? await findUser(SUPERUSER) : undefined
  if (user) await chown(home, user.uid, user.gid)
  const data = join(home, 'data')
  if (kept !== undefined) await stopPreviousServer(data)
  if (!existsSync(data)) {
    const [program, ...parameters] = fill(data)
    await run(program!, parameters, { cwd: home, ...user })
  }
  const log: string[] = []
  const all = { ...SETTINGS, ...settings, unix_socket_directories: home }
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const spawnServer = async (): Promise<ChildProcess> => {
    const started = spawn(join(programs!, 'postgres'), ['-D', data, ...options], {
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, LC_ALL: 'C' },
      ...user,
    })
    await untilReady(started, log)
    return started
  }
  let server = await spawnServer()
  let client = await connect(home)
  const kill = async (signal: ServerSignal): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    // The processes share the stream of messages.
    const ended = once(server, 'close')
    server.kill(signal)
    await ended
  }
  return {
    home,
    get serverPid() {
      return server.pid!
    },
    log,
    query: async <Row extends object>(text: string, parameters: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...parameters])).rows,
    addressOf: (database) => `postgres://${SUPERUSER}@localhost/${database}?host=${home}`,
    kill,
    async start() {
      server = await spawnServer()
      client = await connect(home)
    },
    startStandby: () => createStandby(home, settings),
    async [Symbol.asyncDispose]() {
      await client.end().catch(() => undefined)
      // Without a checkpoint, unless the databases are needed again.
      await kill(folder ? 'SIGQUIT' : 'SIGINT')
      await folder?.remove()
    },
  }
}

/** Stops the server of an interrupted run, which would keep the next one from starting. */
async function stopPreviousServer(data: string): Promise<void> {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return
  const pid = Number.parseInt(await readFile(file, 'utf8'), 10)
  const isServer = async (): Promise<boolean> => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.includes(data)
  }
  if (!(await isServer())) return
  console.log(`Stopping the PostgreSQL of an earlier run in ${data}`)
  process.kill(pid, 'SIGINT')
  while (await isServer()) await pause(100)
}

async function connect(host: string): Promise<pg.Client> {
  const client = new pg.Client({ host, user: SUPERUSER, database: SUPERUSER })
  // A crash breaks the connection.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function findUser(name: string): Promise<{ uid: number; gid: number }> {
  const id = async (option: string) => Number((await run('id', [option, name])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

/** Resolves when the server accepts connections. Appends all that it logs. */
function untilReady(server: ChildProcess, log: string[]): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const lines = createInterface({ input: server.stderr! })
  lines.on('line', (line) => {
    log.push(line)
    if (/ready to accept (?:read-only )?connections/v.test(line)) resolve()
  })
  lines.on('close', () => reject(new Error(`PostgreSQL ended:\n${log.join('\n')}`)))
  return promise
}
