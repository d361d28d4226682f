import type { Clock } from '../../base/clock.ts'
import type { Reads } from '../../database/store.ts'
import { DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import { listBeside } from '../../model/placing/list-beside.ts'
import { findImages, type ImageRow } from '../images/images.ts'
import type { ImageFilter } from '../lists/images.ts'
import type { Lists } from '../lists/lists.ts'
import { intersect } from './intersect.ts'
import { PLACEABLE } from './placeable.ts'
import { findSkips } from './skips.ts'

/** Images before and after one that often show the same place. */
const MAX_STEPS = 10

/**
 * Finds the image that waits for its place nearest to one in the order of their collection.
 * @param userId whose skipped images are left out; 0 for a visitor
 * @param last id of the image; 0 for none
 * @returns undefined if the filter selects none of those beside it
 */
export async function findUnplacedBeside(
  services: { clock: Clock; lists: Pick<Lists, 'ask'>; reads: Reads },
  userId: number,
  { filter, last }: { filter: ImageFilter; last: number },
): Promise<ImageRow | undefined> {
  const { lists, reads } = services
  const wanted = intersect(listBeside(last, MAX_STEPS), filter.ids)
  if (last === 0 || wanted.length === 0) return undefined
  const beside = { ...filter, ...PLACEABLE, ids: wanted }
  const terms = [DEFAULT_IMAGE_ORDER]
  const page = { number: 1, size: wanted.length }
  const { ids } = await lists.ask('page', { list: 'images', filter: beside, terms, page })
  const [rows, [from]] = await Promise.all([findImages(reads, ids), findImages(reads, [last])])
  const open = rows.filter(({ collection_id }) => collection_id === from?.collection_id)
  const skips = await findSkips(
    services,
    userId,
    open.map(({ id }) => id),
  )
  return open
    .filter(({ id }) => !skips.has(id))
    .toSorted((one, other) => Math.abs(one.id - last) - Math.abs(other.id - last))[0]
}
