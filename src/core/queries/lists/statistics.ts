import { sql } from 'kysely'
import { visibleCollections } from './visible.ts'
import type { Reads } from '../../db/store.ts'
import type { Confidence } from '../../db/tables.ts'

export type Counts = Awaited<ReturnType<typeof countStatistics>>

/** The counts behind the site's statistics: public images, in six statements. */
export async function countStatistics(reads: Reads) {
  const [sources, collections, images, submissions] = await Promise.all([
    reads
      .selectFrom('source')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('public', '=', 1)
      .executeTakeFirstOrThrow(),
    reads
      .selectFrom(visibleCollections(reads, { visibility: 'public' }).as('visible'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    countImages(reads),
    countSubmissions(reads),
  ])
  return { sources: sources.n, collections: collections.n, submissions, ...images }
}

/** Images, and those georeferenced by the confidence of the newest georeference that counts for them. */
function countImages(reads: Reads) {
  const of = (level: Confidence) => sql<number>`count(*) filter (where last_confidence = ${level})`
  return (
    reads
      .selectFrom('image')
      .select(({ fn }) => fn.countAll<number>().as('images'))
      .select(({ fn }) => fn.count<number>('last_confidence').as('georeferenced'))
      .select([of('low').as('low'), of('medium').as('medium'), of('high').as('high')])
      .where('duplicate_of', 'is', null)
      // Written out, so that SQLite sees that the partial index answers this.
      .where(sql<boolean>`will_not_georef = 0`)
      .where('collection_id', 'in', visibleCollections(reads, { visibility: 'public' }))
      .executeTakeFirstOrThrow()
  )
}

/** Every georeference of either kind ever made of a public image that is no duplicate. */
async function countSubmissions(reads: Reads): Promise<number> {
  const [{ n }, points, areas] = await Promise.all([
    reads
      .selectFrom('user_count')
      .select(sql<number>`coalesce(sum(public_points + public_areas), 0)`.as('n'))
      .executeTakeFirstOrThrow(),
    countOfDuplicates(reads, 'georeference'),
    countOfDuplicates(reads, 'from_above_georeference'),
  ])
  return n - points.n - areas.n
}

/** Duplicates are few, and few of them have been georeferenced. */
function countOfDuplicates(reads: Reads, kind: 'georeference' | 'from_above_georeference') {
  return reads
    .selectFrom('image')
    .innerJoin(`${kind as 'georeference'} as placed`, 'placed.image_id', 'image.id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('duplicate_of', 'is not', null)
    .where(
      sql<number>`+image.collection_id`,
      'in',
      visibleCollections(reads, { visibility: 'public' }),
    )
    .executeTakeFirstOrThrow()
}
