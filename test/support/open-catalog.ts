import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalog, type Catalog } from '../../src/core/catalog.ts'
import { loadConfig } from '../../src/core/config.ts'
import { layEmptyDatabase } from './empty-database.ts'
import { sharedImages } from './shared-images.ts'
import { createSeed, type Seed } from './seed.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** A catalogue that nobody serves: no HTTP, and no jobs done but those that the test does. */
export interface TestCatalog extends AsyncDisposable {
  readonly catalog: Catalog
  readonly clock: TestClock
  readonly seed: Seed
  /** The catalogue's data directory. */
  readonly data: string
  /** A folder for the test's own files. */
  readonly folder: string
}

export async function openTestCatalog(): Promise<TestCatalog> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const clock = createTestClock()
  const { config, secrets } = loadConfig({ flags: { data: join(folder.path, 'data') } })
  await layEmptyDatabase(config.data)
  const catalog = await openCatalog(config, secrets, { clock, images: sharedImages(config) })
  return {
    catalog,
    clock,
    seed: createSeed({ catalog }),
    data: config.data,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await catalog[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
