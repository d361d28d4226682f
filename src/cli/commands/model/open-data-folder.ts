import type { Cli } from '../../cli.ts'
import type { DataOption } from '../admin/with-catalog.ts'

/**
 * Returns the data directory without opening the database.
 * @throws CatalogError kind `not_found` if it holds no catalog
 */
export async function openDataFolder(cli: Cli, { data }: DataOption): Promise<string> {
  const { loadConfig } = await import('../../../core/config.ts')
  const { requireCatalog } = await import('../../../core/require-catalog.ts')
  const place = loadConfig({ flags: { data }, env: cli.env })
  await requireCatalog(place)
  return place.config.data
}
