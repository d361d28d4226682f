import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CatalogOverrides, ServedCatalog } from '../../src/core/catalog.ts'
import { loadConfig, type ConfigSources } from '../../src/core/config.ts'
import { startServer } from '../../src/server/serve.ts'
import { checkAnswer } from './check-answer.ts'
import { layEmptyDatabase } from './empty-database.ts'
import { sharedImages } from './shared-images.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

export interface TestServer extends AsyncDisposable {
  readonly baseUrl: string
  /** Where it really listens, whatever its public address is. */
  readonly boundUrl: string
  readonly catalog: ServedCatalog
  readonly clock: TestClock
  /** The server's data directory. */
  readonly data: string
  /** Asks for a path below the base URL, or for a whole address; the answer must be one that is declared. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** GETs JSON that must come with 200. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read what the contract promises
  get(path: string, init?: RequestInit): Promise<any>
}

/** A real server on a free port with a data directory of its own, in development mode by default. */
export async function startTestServer(
  flags: ConfigSources['flags'] = {},
  overrides: Pick<CatalogOverrides, 'log'> & { clock?: TestClock } = {},
): Promise<TestServer> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const clock = overrides.clock ?? createTestClock()
  const { config, secrets } = loadConfig({
    flags: { data: join(folder.path, 'data'), port: '0', dev: true, logLevel: 'silent', ...flags },
  })
  await layEmptyDatabase(config.data)
  const images = sharedImages(config)
  const server = await startServer(config, secrets, { images, ...overrides, clock })
  const ask = async (path: string, init?: RequestInit): Promise<Response> => {
    const response = await fetch(path.startsWith('http') ? path : server.baseUrl + path, init)
    await checkAnswer(server, init?.method, response)
    return response
  }
  return {
    baseUrl: server.baseUrl,
    boundUrl: server.boundUrl,
    catalog: server.catalog,
    clock,
    data: config.data,
    fetch: ask,
    async get(path, init) {
      const response = await ask(path, init)
      if (response.status !== 200)
        throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
