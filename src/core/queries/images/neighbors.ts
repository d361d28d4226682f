import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import type { Reads } from '../../database/store.ts'

type Place = Params<{ id: number; collectionId: number }>

/** The most duplicates in a row that are skipped. */
const MAX_SKIPPED = 100

export interface Neighbor {
  id: number
  title: string
}

/** The images before and after an image in its collection, by id; null at the ends. Duplicates are left out. */
export interface Neighbors {
  previous: Neighbor | null
  next: Neighbor | null
}

export async function findNeighbors(
  reads: Reads,
  image: { id: number; collectionId: number },
): Promise<Neighbors> {
  const [[previous = null], [next = null]] = await Promise.all([
    findPrevious(reads, image),
    findNext(reads, image),
  ])
  return { previous, next }
}

const findPrevious = preparedQuery((reads: Reads, { id, collectionId }: Place) =>
  selectFirst(
    reads,
    selectInCollection(reads, collectionId).where('id', '<', id).orderBy('id', 'desc'),
  ).orderBy('id', 'desc'),
)

const findNext = preparedQuery((reads: Reads, { id, collectionId }: Place) =>
  selectFirst(
    reads,
    selectInCollection(reads, collectionId).where('id', '>', id).orderBy('id'),
  ).orderBy('id'),
)

function selectInCollection(reads: Reads, collectionId: Place['collectionId']) {
  return reads
    .selectFrom('image')
    .select(['id', 'title', 'duplicate_of'])
    .where('collection_id', '=', collectionId)
    .limit(MAX_SKIPPED + 1)
}

function selectFirst(reads: Reads, images: ReturnType<typeof selectInCollection>) {
  return reads
    .selectFrom(images.as('near'))
    .select(['id', 'title'])
    .where('duplicate_of', 'is', null)
    .limit(1)
}
