import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { copyEmptyDatabase } from './empty-database.ts'
import { sharedEmbedder } from './shared-embedder.ts'
import { sharedImages } from './shared-images.ts'
import { createSeed, type Seed } from './seed.ts'
import { useTestDatabase } from './test-postgres.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** A catalog without a server, which runs no jobs by itself. */
export interface TestCatalog extends AsyncDisposable {
  readonly catalog: Catalog
  readonly clock: TestClock
  readonly seed: Seed
  /** The data directory of the catalog. */
  readonly data: string
  /** A folder for files of the test. */
  readonly folder: string
}

export async function openTestCatalog(): Promise<TestCatalog> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const clock = createTestClock()
  const data = join(folder.path, 'data')
  const database = await useTestDatabase(data)
  if (!database) await copyEmptyDatabase(data)
  const { config, secrets } = loadConfig({ flags: { data } })
  const catalog = await openCatalog(config, secrets, {
    clock,
    images: sharedImages(config),
    startEmbedder: sharedEmbedder,
  })
  return {
    catalog,
    clock,
    seed: createSeed({ catalog }),
    data: config.data,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await catalog[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
