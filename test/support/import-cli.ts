import { pauseQueue } from './queue.ts'
import { createSeed } from './seed.ts'
import { runCli, type TestCliOptions } from './test-cli.ts'
import { startTestServer } from './test-server.ts'
import { issueToken } from './tokens.ts'
import type { Scope } from '../../src/core/auth/caller.ts'
import type { HttpRequest } from '../../src/cli/client/transport.ts'
import type { ConfigSources } from '../../src/core/config/config.ts'
import { readRows } from './rows.ts'

/**
 * Starts a server with a collection, and returns the CLI of the importer Ada. With `processing`, the server makes the
 * derivatives and tiles of imported images, which takes as long as the imports of most tests.
 */
export async function openImportCli({
  scopes = ['read', 'import'] as Scope[],
  staff = true,
  url = undefined as string | undefined,
  state = undefined as string | undefined,
  processing = false,
} = {}) {
  const flags: ConfigSources['flags'] = url === undefined ? {} : { baseUrl: url }
  const server = await startTestServer(flags)
  if (!processing) await pauseQueue(server)
  const seed = createSeed(server)
  const collection = await seed.collection()
  const token = await issueToken(server, { username: 'Ada', staff, scopes })
  const env = {
    CATALOG_URL: server.baseUrl,
    CATALOG_TOKEN: token,
    ...(state !== undefined && { CATALOG_STATE_DIR: state }),
  }
  const command = (argv: string[], options: TestCliOptions = {}) =>
    runCli(argv, { ...options, env: { ...env, ...options.env } })
  return {
    server,
    seed,
    collection,
    token,
    /** Runs any command. */
    command,
    run: (argv: string[], options?: TestCliOptions) => command(['import', ...argv], options),
    images: () => readRows(server, 'image'),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** Whether a request of the program uploads a file. */
export function isUpload({ method, url }: Pick<HttpRequest, 'method' | 'url'>): boolean {
  return method === 'PUT' && new URL(url).pathname.startsWith('/upload/')
}
