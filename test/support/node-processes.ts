import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PROGRAM, spawnVersion } from './program.ts'
import { configureDatabase, type FileSettings } from './test-postgres.ts'

const LIFETIME_MS = 24 * 60 * 60 * 1000

export interface NodeOptions {
  /** Folder of the data directory. */
  folder: string
  port: number
  databaseUrl: string
  settings: FileSettings
  /** The public address. */
  baseUrl: string
}

/** A node in a process of its own, which can be killed and started again. */
export interface NodeProcess extends AsyncDisposable {
  /** 0 before it is started. */
  readonly pid: number
  /** @param program the launcher of another version; this one by default */
  start(program?: string): Promise<void>
  /** Ends it at once, or when it has started. */
  kill(): Promise<void>
  /** Ends it with SIGTERM. @returns the exit code */
  stop(): Promise<number | undefined>
}

export async function createNode(options: NodeOptions): Promise<NodeProcess> {
  const { folder, port, databaseUrl, settings, baseUrl } = options
  const data = join(folder, `node-${port}`)
  await configureDatabase(data, databaseUrl, settings)
  let server: ReturnType<typeof spawnVersion> | undefined
  let pid = 0
  const kill = async (): Promise<void> => {
    await (await server)?.[Symbol.asyncDispose]()
    server = undefined
  }
  return {
    async start(program = PROGRAM) {
      const flags = ['--port', String(port), '--base-url', baseUrl, '--log-level', 'silent']
      server = spawnVersion(program, LIFETIME_MS, data, ...flags)
      pid = (await server).child.pid!
    },
    get pid() {
      return pid
    },
    kill,
    async stop() {
      const running = await server
      running?.child.kill('SIGTERM')
      return (await running?.child)?.exitCode
    },
    [Symbol.asyncDispose]: kill,
  }
}

/** Returns free ports of the loopback address. */
export async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
