import { mkdir, mkdtempDisposable, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { ServedCatalog } from '../../src/core/catalog/catalog.ts'
import type { CatalogOverrides } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig, type ConfigSources } from '../../src/core/config/config.ts'
import { startServer, type RunningServer } from '../../src/server/serve.ts'
import { startRoundRobin } from './round-robin.ts'
import { BUCKET, startS3Stub } from './s3-stub/s3-stub.ts'
import { sharedEmbedder } from './shared-embedder.ts'
import { sharedImages } from './shared-images.ts'
import { configureDatabase, onPostgres, type FileSettings } from './test-postgres.ts'

/** Servers that answer the requests of a test in turn: `CATALOG_TEST_NODES`, for tests on PostgreSQL. */
export const NODES = onPostgres ? Number(env.CATALOG_TEST_NODES ?? 1) : 1

export interface NodesOptions {
  /** The data directory of the first node. */
  data: string
  databaseUrl: string
  flags: ConfigSources['flags']
  overrides: CatalogOverrides & { clock: NonNullable<CatalogOverrides['clock']> }
}

/** Starts several servers on one database and one bucket, which look like one. */
export async function startNodes({
  data: first,
  databaseUrl,
  flags,
  overrides,
}: NodesOptions): Promise<RunningServer> {
  await using stack = new AsyncDisposableStack()
  const settings = flags?.storageUrl === undefined ? await openBucket(stack, overrides) : {}
  const proxy = stack.use(await startRoundRobin())
  const nodes: RunningServer[] = []
  for (let number = 0; number < NODES; number += 1) {
    const data = number === 0 ? first : await createFolder(stack, first)
    await configureDatabase(data, databaseUrl, settings)
    const { config, secrets } = loadConfig({ flags: { baseUrl: proxy.url, ...flags, data } })
    const images = sharedImages(config)
    const all = { images, startEmbedder: sharedEmbedder, ...overrides }
    nodes.push(stack.use(await startServer(config, secrets, all)))
  }
  proxy.targets = nodes.map(({ boundUrl }) => boundUrl)
  const owned = stack.move()
  return {
    ...nodes[0]!,
    boundUrl: proxy.url,
    catalog: withJobsOf(nodes),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function openBucket(
  stack: AsyncDisposableStack,
  { clock }: NodesOptions['overrides'],
): Promise<FileSettings> {
  const stub = stack.use(await startS3Stub({ presignNow: () => clock.now() / 1000 }))
  return {
    storage_url: `s3://${BUCKET}/catalog`,
    storage_endpoint: stub.endpoint,
    storage_region: 'eu-central-1',
    storage_path_style: true,
  }
}

/** Creates a data directory with the models of the first node, which a test may install later. */
async function createFolder(stack: AsyncDisposableStack, first: string): Promise<string> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-node-'))
  stack.defer(() => folder.remove())
  const data = join(folder.path, 'data')
  await mkdir(data, { mode: 0o700 })
  await symlink(join(first, 'models'), join(data, 'models'))
  return data
}

/** The catalog of the first node, with the jobs of all. */
function withJobsOf(nodes: readonly RunningServer[]): ServedCatalog {
  const { catalog } = nodes[0]!
  const jobs = nodes.map((node) => node.catalog.jobs)
  return {
    ...catalog,
    jobs: {
      ...catalog.jobs,
      wake: () => jobs.forEach((own) => own.wake()),
      // A job of one node can add a job that another one runs.
      async drain() {
        for (const _ of jobs) await Promise.all(jobs.map((own) => own.drain()))
      },
      async [Symbol.asyncDispose]() {
        await Promise.all(jobs.map((own) => own[Symbol.asyncDispose]()))
      },
    },
  }
}
