import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Catalog, ServedCatalog } from '../core/catalog/catalog.ts'
import { openCatalog, type CatalogOverrides } from '../core/catalog/open-catalog.ts'
import { createCapacityLog } from '../core/base/capacity-log.ts'
import { replaceDatabaseClock } from '../core/base/clock.ts'
import { requireSharedKey } from '../core/auth/signing-keys.ts'
import type { Config, Secrets } from '../core/config/config.ts'
import { databasePath, ensureDataFolder } from '../core/storage/disk/data-folder.ts'
import type { CatalogError } from '../core/base/errors.ts'
import { checkpointWal } from '../core/database/database-files.ts'
import { takeServeLock } from '../core/database/locks.ts'
import { announceNode } from '../core/database/running-nodes.ts'
import { identifyNode } from '../core/catalog/identify-node.ts'
import { startModelUpdates } from '../core/jobs/embedding-models.ts'
import { jobHandlers } from '../core/jobs/handlers.ts'
import { startJobs } from '../core/jobs/runner.ts'
import { startMaintenance } from '../core/jobs/maintenance.ts'
import {
  describeShare,
  findNetworkShare,
  MOVE_FROM_SHARE,
} from '../core/storage/disk/network-share.ts'
import { releaseLeases } from '../core/jobs/release-leases.ts'
import { requireUsableSettings } from '../core/catalog/require-usable-settings.ts'
import { readVersion } from '../core/base/version.ts'
import { createApp } from './app.ts'
import { createExports } from './export/exports.ts'
import { createHttpServer, serveRequests } from './http/http-server.ts'
import { linkBases } from './http/links.ts'
import { listen } from './http/listen.ts'
import type { Metrics } from './metrics/metrics.ts'
import { startMetrics } from './metrics/start-metrics.ts'
import { startWarmUp } from './warm-up.ts'

const DRAIN_MS = 20_000

export interface RunningServer extends AsyncDisposable {
  /** The public URL, without a trailing slash. */
  readonly baseUrl: string
  /** The URL of the address that the server listens on: `http://127.0.0.1:8000`. */
  readonly boundUrl: string
  /** URL of the metrics; undefined if they are not served. */
  readonly metricsUrl: string | undefined
  readonly catalog: ServedCatalog
}

export interface ServerOverrides extends CatalogOverrides {
  /** Runs before the server accepts connections. */
  prepare?: (catalog: ServedCatalog) => Promise<void>
  /** Called once another version has migrated the database to a schema that this server cannot use. */
  onRefused?: (error: CatalogError) => void
}

/**
 * Serves one data directory until the server is disposed. Disposal waits for running requests and jobs.
 * @throws CatalogError kind `invalid` for conflicting settings, `busy` if the directory is already served or
 *   the port is in use, or if the database must be migrated while other servers use it
 */
export async function startServer(
  config: Config,
  secrets: Secrets,
  { prepare, ...overrides }: ServerOverrides = {},
): Promise<RunningServer> {
  requireUsableSettings(config, secrets)
  requireSharedKey(secrets)
  await using stack = new AsyncDisposableStack()
  await ensureDataFolder(config.data)
  stack.use(takeServeLock(config.data))
  if (secrets.databaseUrl === null) {
    await warnOfNetworkShare(config.data, overrides.log)
    checkpointWal(databasePath(config.data))
  }
  const opened = await openAnnounced(stack, { config, secrets, overrides })
  const metrics = await startMetrics(stack, opened)
  if (opened.replica) stack.use(await opened.replica.follow())
  const catalog = await startBackgroundWork(stack, opened, metrics)
  await prepare?.(catalog)
  const capacity = createCapacityLog(catalog.log)
  const server = createHttpServer(config, capacity)
  const { host, port } = config
  const boundUrl = formatUrl(await listen(server, { host, port, flag: '--port' }))
  const bases = linkBases(config, boundUrl)
  const exports = stack.use(createExports(catalog, bases))
  stack.defer(() => drain(server))
  const app = createApp(catalog, bases, { exports, metrics, capacity })
  serveRequests(server, app.callback(), { config, log: catalog.log, capacity })
  const owned = stack.move()
  return {
    baseUrl: bases.baseUrl,
    boundUrl,
    metricsUrl: metrics?.url,
    catalog,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

interface Opening {
  config: Config
  secrets: Secrets
  overrides: Omit<ServerOverrides, 'prepare'>
}

/** Opens the catalog. On a shared database, announces this server to those that would migrate it. */
async function openAnnounced(
  stack: AsyncDisposableStack,
  { config, secrets, overrides }: Opening,
): Promise<Catalog> {
  const { databaseUrl: url } = secrets
  if (url === null) return stack.use(await openCatalog(config, secrets, overrides))
  const self = await identifyNode(config.data)
  const opened = stack.use(await openCatalog(config, secrets, { ...overrides, self }))
  const { clock, log } = opened
  const databaseClock = replaceDatabaseClock(clock)
  const version = readVersion()
  const { onRefused } = overrides
  stack.use(await announceNode({ ...self, url, version, databaseClock, log, onRefused }))
  return opened
}

async function warnOfNetworkShare(data: string, log: CatalogOverrides['log']): Promise<void> {
  const share = await findNetworkShare(data)
  if (share !== undefined) log?.warn({ hint: MOVE_FROM_SHARE }, describeShare(data, share))
}

/** Cleans up after an earlier process of the data directory, then starts the job runner. Needs the serve lock. */
async function startBackgroundWork(
  stack: AsyncDisposableStack,
  opened: Catalog,
  metrics: Metrics | undefined,
): Promise<ServedCatalog> {
  await opened.storage.discardUnfinished()
  await releaseLeases(opened)
  stack.use(startWarmUp(opened))
  const workers = opened.config.imageWorkers
  const jobs = startJobs(opened, {
    log: opened.log,
    handlers: jobHandlers,
    workers,
    ...(metrics && { onEnd: metrics.countJob }),
  })
  stack.use(jobs)
  stack.use(startModelUpdates(opened))
  stack.use(startMaintenance(opened))
  return { ...opened, jobs }
}

function formatUrl({ family, address, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

/** Stops accepting connections and waits for running requests. Closes the remaining connections after a timeout. */
async function drain(server: Server): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}
