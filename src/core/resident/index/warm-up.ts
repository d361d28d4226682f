import { readCatalogState } from '../../database/catalog-state.ts'
import type { Reads } from '../../database/store.ts'

const SMALL_CATALOG_IMAGES = 20_000

/** Whether what a search holds in memory takes so long to load that the server loads it when it starts. */
export async function needsWarmUp(reads: Reads): Promise<boolean> {
  const { highestImage } = await readCatalogState(reads)
  return highestImage > SMALL_CATALOG_IMAGES
}
