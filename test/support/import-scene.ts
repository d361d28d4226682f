import { createFullAlbum } from './album.ts'
import { startChaosProxy } from './chaos-proxy.ts'
import { openImportCli } from './import-cli.ts'
import { runProgram } from './program.ts'

const ROWS = 8

/** Starts a server in this process, and an importer process behind a proxy. */
export async function openImportScene() {
  await using stack = new AsyncDisposableStack()
  const proxy = stack.use(await startChaosProxy())
  const state = stack.use(await createFullAlbum(0))
  const cli = stack.use(await openImportCli({ url: proxy.url, state: state.path }))
  const album = stack.use(await createFullAlbum(ROWS))
  proxy.target = cli.server.boundUrl
  const env = {
    CATALOG_URL: proxy.url,
    CATALOG_TOKEN: cli.token,
    CATALOG_STATE_DIR: state.path,
    CI: '1',
  }
  const argv = [album.manifest, '--collection', String(cli.collection), '--json']
  const opened = stack.move()
  return {
    proxy,
    all,
    run: (launcher?: string) =>
      runProgram(['import', ...argv, '--concurrency', '2'], { env, launcher }),
    runHere: () => cli.run(argv),
    titles: async () => (await cli.images()).map(({ title }) => title),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const all = Array.from({ length: ROWS }, (_, index) => `Picture ${index + 1}`)

export type ImportScene = Awaited<ReturnType<typeof openImportScene>>
