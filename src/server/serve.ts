import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openCatalog, type Catalog, type CatalogOverrides } from '../core/catalog.ts'
import { isLoopback, type Config, type Secrets } from '../core/config.ts'
import { takeServeLock } from '../core/engine/sqlite/serve-lock.ts'
import { invalid } from '../core/errors.ts'
import { createApp } from './app.ts'
import { createLinks, type LinkBases } from './links.ts'

const DRAIN_MS = 20_000

export interface RunningServer extends AsyncDisposable {
  /** The public address, without a final slash. */
  readonly baseUrl: string
  readonly catalog: Catalog
}

/**
 * Serves one data directory until disposed of; disposing lets requests and jobs at work finish.
 * @throws CatalogError kind `invalid` for settings that don't go together, `busy` when the directory is
 *   already served or the port is taken
 */
export async function startServer(
  config: Config,
  secrets: Secrets,
  overrides: CatalogOverrides = {},
): Promise<RunningServer> {
  refuseOpenDevelopmentServer(config)
  await using stack = new AsyncDisposableStack()
  await mkdir(config.data, { recursive: true, mode: 0o700 })
  stack.use(takeServeLock(config.data))
  const catalog = stack.use(await openCatalog(config, secrets, overrides))
  await catalog.storage.discardUnfinished()
  const server = createServer()
  const bases = linkBases(config, await listen(server, config))
  stack.defer(() => drain(server))
  const answer = createApp(catalog, createLinks(bases)).callback()
  server.on('request', (request, response) => void answer(request, response))
  const owned = stack.move()
  return {
    baseUrl: bases.baseUrl,
    catalog,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Signing in without a password is for one's own machine. */
function refuseOpenDevelopmentServer({ dev, host }: Config): void {
  if (!dev || isLoopback(host)) return
  throw invalid('--dev', `works only on a loopback address such as 127.0.0.1, not on ${host}`)
}

async function listen(server: Server, { host, port }: Config): Promise<AddressInfo> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw listenFailure(error as NodeJS.ErrnoException, `${host}:${port}`)
  }
  return server.address() as AddressInfo
}

function listenFailure(error: NodeJS.ErrnoException, address: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'is already in use; choose another with --port',
    EACCES: 'may not be used by this user; choose a port above 1023',
    EADDRNOTAVAIL: 'is not an address of this machine',
    ENOTFOUND: 'is not an address of this machine',
  }
  const reason = reasons[error.code ?? '']
  return reason ? invalid('address', `${address} ${reason}`) : error
}

function linkBases(config: Config, bound: AddressInfo): LinkBases {
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  const baseUrl = config.baseUrl ?? `http://${host}:${bound.port}`
  return {
    baseUrl,
    cdnUrl: config.cdnUrl ?? `${baseUrl}/media`,
    uploadUrl: config.uploadUrl ?? `${baseUrl}/upload`,
  }
}

/** Takes no new connection, lets answers at work finish, then cuts what is left. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(cut)
}
