import { randomInt } from 'node:crypto'
import type { Reads } from '../../database/store.ts'
import { DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import { findImages, type ImageRow } from '../images/images.ts'
import type { ImageFilter } from '../lists/images.ts'
import type { Lists } from '../lists/lists.ts'

interface Catalog {
  reads: Reads
  lists: Pick<Lists, 'ask'>
}

/** Several are read, because duplicates and images that cannot be placed are among them. */
const DRAWN = 20

/**
 * Draws an image that is not on the map yet. Several people who draw at the same time get different ones.
 * @param except id of an image that is not drawn
 * @returns undefined if there is none
 */
export async function drawUnplaced(
  catalog: Catalog,
  filter: Omit<ImageFilter, 'georeferenced' | 'visibility'>,
  except?: number,
): Promise<ImageRow | undefined> {
  const first = await readPage(catalog, filter, 1)
  const pages = Math.ceil(first.count / DRAWN)
  const drawn = pages > 1 ? await readPage(catalog, filter, randomInt(1, pages + 1)) : first
  for (const { ids } of [drawn, first]) {
    const images = await findImages(catalog.reads, ids)
    const open = images.filter(
      ({ id, duplicate_of, will_not_georef }) =>
        id !== except && duplicate_of === null && will_not_georef === 0,
    )
    if (open.length > 0) return open[randomInt(open.length)]
  }
  return undefined
}

function readPage({ lists }: Catalog, filter: Omit<ImageFilter, 'visibility'>, number: number) {
  return lists.ask('page', {
    list: 'images',
    filter: { ...filter, visibility: 'public', georeferenced: false },
    terms: [DEFAULT_IMAGE_ORDER],
    page: { number, size: DRAWN },
  })
}
