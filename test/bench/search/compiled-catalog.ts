import type * as CatalogModule from '../../../src/core/catalog/open-catalog.ts'
import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import type * as Config from '../../../src/core/config/config.ts'

const compiled = (path: string) => import(new URL(`../../../dist/${path}`, import.meta.url).href)

/** Opens a catalog in this process with the compiled code, and loads its lists into memory. */
export async function openCompiledCatalog(data: string): Promise<Catalog> {
  const { loadConfig } = (await compiled('core/config/config.js')) as typeof Config
  const { openCatalog } = (await compiled('core/catalog/open-catalog.js')) as typeof CatalogModule
  const { config, secrets } = loadConfig({ flags: { data } })
  const catalog = await openCatalog(config, secrets)
  await catalog.lists.warmUp()
  return catalog
}
