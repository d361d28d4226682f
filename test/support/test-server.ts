import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServedCatalog } from '../../src/core/catalog/catalog.ts'
import type { CatalogOverrides } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig, type ConfigSources } from '../../src/core/config/config.ts'
import { startServer, type RunningServer } from '../../src/server/serve.ts'
import { checkResponse } from './check-response.ts'
import { copyEmptyDatabase } from './empty-database.ts'
import { sharedEmbedder } from './shared-embedder.ts'
import { sharedImages } from './shared-images.ts'
import { NODES, startNodes } from './test-nodes.ts'
import { configureDatabase, useTestDatabase } from './test-postgres.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string
  /** The address that the server listens on, which can differ from its public address. */
  readonly boundUrl: string
  /** Set if the flag `metrics` is. */
  readonly metricsUrl: string | undefined
  readonly catalog: ServedCatalog
  readonly clock: TestClock
  /** The data directory of the server. */
  readonly data: string
  /** Requests a path below the base URL or an absolute address, and checks that the response is declared. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Requests JSON, and expects 200. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the contract promises
  get(path: string, init?: RequestInit): Promise<any>
}

export interface TestServerOptions extends Pick<CatalogOverrides, 'log' | 'startEmbedder'> {
  clock?: TestClock
  /** Address of the PostgreSQL database of all nodes; a new database by default. */
  databaseUrl?: string
}

/** Starts a server on a free port with a temporary data directory, in development mode by default. */
export async function startTestServer(
  flags: ConfigSources['flags'] = {},
  { databaseUrl, ...overrides }: TestServerOptions = {},
): Promise<TestServer> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const clock = overrides.clock ?? createTestClock()
  const data = join(folder.path, 'data')
  if (databaseUrl !== undefined) await configureDatabase(data, databaseUrl)
  const database = databaseUrl === undefined ? await useTestDatabase(data) : undefined
  const given = { data, port: '0', dev: true, logLevel: 'silent', ...flags }
  const server =
    database && NODES > 1 && flags?.data === undefined
      ? await startNodes({
          data,
          databaseUrl: database.url,
          flags: given,
          overrides: { ...overrides, clock },
        })
      : await startOne(given, { ...overrides, clock })
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(path.startsWith('http') ? path : server.baseUrl + path, init)
    await checkResponse(server, init?.method, response)
    return response
  }
  return {
    baseUrl: server.baseUrl,
    boundUrl: server.boundUrl,
    metricsUrl: server.metricsUrl,
    catalog: server.catalog,
    clock,
    data,
    fetch: ask,
    async get(path, init) {
      const response = await ask(path, init)
      if (response.status !== 200)
        throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

async function startOne(
  flags: ConfigSources['flags'],
  overrides: CatalogOverrides,
): Promise<RunningServer> {
  const { config, secrets } = loadConfig({ flags })
  if (secrets.databaseUrl === null) await copyEmptyDatabase(config.data)
  const images = sharedImages(config)
  return await startServer(config, secrets, { images, startEmbedder: sharedEmbedder, ...overrides })
}
