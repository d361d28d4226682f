import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openCatalog, type Catalog } from '../../src/core/catalog.ts'
import { loadConfig } from '../../src/core/config.ts'
import { createTestClock } from './test-clock.ts'

export interface TestCatalog extends AsyncDisposable {
  readonly catalog: Catalog
  /** The catalogue's data directory. */
  readonly data: string
  /** A folder for the test's own files. */
  readonly folder: string
}

/** A catalogue without a server around it. */
export async function openTestCatalog(): Promise<TestCatalog> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const { config, secrets } = loadConfig({ flags: { data: join(folder.path, 'data') } })
  const catalog = await openCatalog(config, secrets, { clock: createTestClock() })
  return {
    catalog,
    data: config.data,
    folder: folder.path,
    async [Symbol.asyncDispose]() {
      await catalog[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
