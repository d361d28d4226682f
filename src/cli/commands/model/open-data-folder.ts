import type { Cli } from '../../cli.ts'
import { locateCatalog } from '../../host/locate-catalog.ts'
import type { DataOption } from '../../host/with-catalog.ts'

/**
 * Returns the data directory without opening the database.
 * @throws CatalogError kind `not_found` if it holds no catalog
 */
export async function openDataFolder(cli: Cli, { data }: DataOption): Promise<string> {
  const { requireCatalog } = await import('../../../core/catalog/require-catalog.ts')
  const place = await locateCatalog(cli, { data })
  await requireCatalog(place)
  return place.config.data
}
