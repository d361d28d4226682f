import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openImportApi, type ImportApi } from './import-api.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** What the nodes of one catalog share. Disposing of it stops the nodes that are still running. */
export interface SharedPlace extends AsyncDisposable {
  readonly postgres: Postgres
  readonly databaseUrl: string
  /** The directory of the image files. */
  readonly files: string
  readonly clock: TestClock
  /** Starts a node with a data directory of its own. */
  startNode(flags?: object): Promise<TestServer>
  /** Starts a node, and seeds a collection for imports. */
  openImportApi(flags?: object): Promise<ImportApi>
}

/** Starts a PostgreSQL with the database of an empty catalog, and creates an empty directory for the image files. */
export async function openSharedPlace(): Promise<SharedPlace> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startPostgres('postgis'))
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-files-'))
  stack.defer(() => folder.remove())
  const databaseUrl = await postgres.createCatalog()
  const files = join(folder.path, 'files')
  const clock = createTestClock()
  const owned = stack.move()
  const own = <Node extends AsyncDisposable>(node: Node): Node => owned.use(node)
  return {
    postgres,
    databaseUrl,
    files,
    clock,
    startNode: async (flags = {}) =>
      own(await startTestServer({ files, ...flags }, { clock, databaseUrl })),
    openImportApi: async (flags = {}) =>
      own(await openImportApi({ files, ...flags }, { clock, databaseUrl })),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
