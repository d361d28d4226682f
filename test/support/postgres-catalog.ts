import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { sharedEmbedder } from './shared-embedder.ts'
import { sharedImages } from './shared-images.ts'

/** Opens a catalog on a PostgreSQL database, with a data directory of its own and these settings. */
export async function openPostgresCatalog(
  url: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<AsyncDisposable & { readonly catalog: Catalog }> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const { config, secrets } = loadConfig({
    flags: { data: join(folder.path, 'data') },
    env: { CATALOG_DATABASE_URL: url, ...settings },
  })
  const catalog = await openCatalog(config, secrets, {
    images: sharedImages(config),
    startEmbedder: sharedEmbedder,
  })
  return {
    catalog,
    async [Symbol.asyncDispose]() {
      await catalog[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}
