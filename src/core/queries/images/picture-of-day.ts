import { createHash } from 'node:crypto'
import { startOfDay, type Micros } from '../../base/clock.ts'
import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { withoutIndex } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** Ids in which a draw looks for a picture. They bound its cost where many images in a row are hidden. */
const IDS = 1000
const MAX_DRAWS = 20

/**
 * Draws a public image with a picture for the day in UTC: the same for everyone until the day ends, unless it is
 * removed or hidden. Duplicates are left out, and images that were added on the day, so that imports do not change it.
 * @returns its id; null if there was none before the day, or too few images are public to find one
 */
export async function drawPictureOfDay(reads: Reads, now: Micros): Promise<number | null> {
  const day = startOfDay(now)
  const [newest] = await findNewestBefore(reads, { day })
  if (!newest) return null
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const first = 1 + (hash(`${day} ${draw}`) % newest.id)
    const last = Math.min(first + IDS - 1, newest.id)
    const [found] = await findPicture(reads, { first, last })
    if (found) return found.id
  }
  return null
}

/** A whole number below 2^48. */
function hash(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6)
}

const findNewestBefore = preparedQuery((reads: Reads, { day }: Params<{ day: Micros }>) =>
  reads
    .selectFrom('image')
    .select('id')
    .where('created_at', '<', day)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

const findPicture = preparedQuery(
  (reads: Reads, { first, last }: Params<{ first: number; last: number }>) =>
    reads
      .selectFrom('image')
      .select('image.id')
      .where('image.id', '>=', first)
      .where('image.id', '<=', last)
      .where('image.generation', 'is not', null)
      .where('image.duplicate_of', 'is', null)
      .where(
        withoutIndex(column<number>('image.collection_id')),
        'in',
        selectVisibleCollections(reads, { visibility: 'public' }),
      )
      .orderBy('image.id')
      .limit(1),
)
