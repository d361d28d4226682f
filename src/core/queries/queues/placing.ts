import type { Lists } from '../lists/lists.ts'
import type { Clock } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import type { Reads, Store } from '../../database/store.ts'
import { MAX_QUEUE } from '../../base/limits.ts'
import type { Box } from '../../model/geometry/box.ts'
import { DEFAULT_GEOREFERENCE_ORDER, DEFAULT_IMAGE_ORDER } from '../../model/orders.ts'
import { findLikelyPlace } from '../../model/placing/likely-place.ts'
import { listBeside } from '../../model/placing/list-beside.ts'
import { findImages, type ImageRow } from '../images/images.ts'
import type { ImageFilter } from '../lists/images.ts'
import { suggestPlaces } from '../places/suggest-places.ts'
import { draw, sortByRank } from './draw.ts'
import { intersect } from './intersect.ts'
import { PLACEABLE } from './placeable.ts'
import { findSkips } from './skips.ts'

/** Restrictions of a queue. An absent member does not restrict. */
export interface QueueScope {
  filter: ImageFilter
  /** Bounding box of the images, or of those beside them. */
  box: Box | undefined
}

type QueueServices = { clock: Clock; lists: Lists } & Pick<Store, 'reads'>

/** Most draws of images until the queue is full. */
const MAX_DRAWS = 4
/** Number of drawn images that are compared. */
const MAX_COMPARED = 3 * MAX_QUEUE
/** Number of disputed images that are read. They are few. */
const MAX_DISPUTED = 50
/** Number of images before and after a placed one that are likely to show the same place. */
const NEIGHBORS = 5

/**
 * Draws images with a picture that wait for being placed and that the user has not skipped lately. First come those for which the map of the
 * editor starts at a place of their own: images whose placement most checks call incorrect, and those with a likely
 * suggestion.
 * @param userId 0 for a visitor
 */
export async function drawPlacingQueue(
  services: QueueServices,
  userId: number,
  scope: QueueScope,
): Promise<ImageRow[]> {
  const { reads } = services
  const candidates = new Map<number, ImageRow>()
  for (let draws = 0; draws < MAX_DRAWS && candidates.size < MAX_QUEUE; draws += 1) {
    const { ids, isAll } = await drawAvailable(services, scope)
    for (const row of await findImages(reads, ids)) candidates.set(row.id, row)
    await dropSkipped(services, userId, candidates)
    if (isAll) break
  }
  const disputed = new Map((await listDisputed(services, scope)).map((row) => [row.id, row]))
  for (const row of disputed.values()) candidates.set(row.id, row)
  await dropSkipped(services, userId, candidates)
  const compared = sortByRank([...candidates.values()], () => 0).slice(0, MAX_COMPARED)
  const suggested = await suggestPlaces(reads, compared)
  const startsSomewhere = ({ id }: ImageRow) =>
    disputed.has(id) || findLikelyPlace(suggested.get(id) ?? []) !== undefined
  return sortByRank(compared, (image) => (startsSomewhere(image) ? 0 : 1)).slice(0, MAX_QUEUE)
}

/**
 * Counts the images that match and wait for being placed, as the queue has them for a user who skipped none. Of images
 * whose placement most checks call incorrect, the newest are counted.
 */
export async function countUnplaced(
  services: Pick<QueueServices, 'lists' | 'reads'>,
  filter: ImageFilter,
): Promise<number> {
  const [{ count }, disputed] = await Promise.all([
    services.lists.ask('page', {
      list: 'images',
      filter: { ...filter, ...PLACEABLE },
      terms: [DEFAULT_IMAGE_ORDER],
      page: { number: 1, size: 1 },
    }),
    listDisputed(services, { filter, box: undefined }),
  ])
  return count + disputed.length
}

interface Drawn {
  ids: readonly number[]
  /** Whether these are all. */
  isAll: boolean
}

async function drawAvailable(services: QueueServices, { filter, box }: QueueScope): Promise<Drawn> {
  const { lists, reads } = services
  const near = box && (await drawNeighbors(services, filter, box))
  if (near?.ids.length === 0) return { ids: [], isAll: near.isAll }
  const available = {
    ...filter,
    ...PLACEABLE,
    ...(near && { ids: intersect(near.ids, filter.ids) }),
  }
  const terms = [DEFAULT_IMAGE_ORDER]
  const { ids, count } = await draw(lists, { list: 'images', filter: available, terms })
  if (!near) return { ids, isAll: ids.length === count }
  const rows = await findImages(reads, ids)
  const beside = rows.filter((row) => near.collectionOf.get(row.id)?.has(row.collection_id))
  return { ids: beside.map(({ id }) => id), isAll: near.isAll }
}

/** Draws images beside those that are placed in the box: neighbors in the order of a collection. */
async function drawNeighbors(
  { lists, reads }: QueueServices,
  { visibility, sources, collections }: ImageFilter,
  box: Box,
): Promise<Drawn & { collectionOf: ReadonlyMap<number, ReadonlySet<number>> }> {
  const filter = {
    visibility,
    box,
    ...(sources && { sources }),
    ...(collections && { collections }),
  }
  const terms = [DEFAULT_GEOREFERENCE_ORDER]
  const points = await draw(lists, { list: 'points', filter, terms })
  const placed = await reads
    .selectFrom('point_current')
    .select(['image_id', 'collection_id'])
    .where('id', 'in', inList(points.ids))
    .execute()
  const collectionOf = new Map<number, Set<number>>()
  for (const { image_id, collection_id } of placed) {
    for (const id of listBeside(image_id, NEIGHBORS)) {
      collectionOf.set(id, (collectionOf.get(id) ?? new Set()).add(collection_id))
    }
  }
  return {
    ids: [...collectionOf.keys()],
    collectionOf,
    isAll: points.ids.length === points.count,
  }
}

async function listDisputed(
  { lists, reads }: Pick<QueueServices, 'lists' | 'reads'>,
  { filter, box }: QueueScope,
): Promise<ImageRow[]> {
  const disputed = await reads
    .selectFrom('disputed_image')
    .select('image_id')
    .orderBy('image_id', 'desc')
    .limit(MAX_DISPUTED)
    .execute()
  const ids = disputed.map(({ image_id }) => image_id)
  if (ids.length === 0) return []
  const inBox = box && (await listPlacedIn({ lists, reads }, filter, { box, ids }))
  const { processing } = PLACEABLE
  const wanted = { ...filter, processing, ids: intersect(inBox ?? ids, filter.ids) }
  const terms = [DEFAULT_IMAGE_ORDER]
  const page = { number: 1, size: MAX_DISPUTED }
  const found = await lists.ask('page', { list: 'images', filter: wanted, terms, page })
  const rows = await findImages(reads, found.ids)
  return rows.filter((row) => row.duplicate_of === null && row.will_not_georef === 0)
}

async function listPlacedIn(
  { lists, reads }: Pick<QueueServices, 'lists' | 'reads'>,
  { visibility }: ImageFilter,
  { box, ids }: { box: Box; ids: readonly number[] },
): Promise<number[]> {
  const filter = { visibility, box, images: ids }
  const terms = [DEFAULT_GEOREFERENCE_ORDER]
  const page = { number: 1, size: ids.length }
  const points = await lists.ask('page', { list: 'points', filter, terms, page })
  const areas = await lists.ask('page', { list: 'areas', filter, terms, page })
  return [
    ...(await listImagesOf(reads, 'point_current', points.ids)),
    ...(await listImagesOf(reads, 'area_current', areas.ids)),
  ]
}

async function listImagesOf(
  reads: Reads,
  table: 'point_current' | 'area_current',
  ids: readonly number[],
): Promise<number[]> {
  const rows = await reads
    .selectFrom(table as 'area_current')
    .select('image_id')
    .where('id', 'in', inList(ids))
    .execute()
  return rows.map(({ image_id }) => image_id)
}

async function dropSkipped(
  services: Pick<QueueServices, 'reads' | 'clock'>,
  userId: number,
  candidates: Map<number, ImageRow>,
): Promise<void> {
  const skips = await findSkips(services, userId, [...candidates.keys()])
  for (const id of skips.keys()) candidates.delete(id)
}
