import { sql } from 'kysely'
import { visibleCollections } from './lists/visible.ts'
import type { Reads } from './store.ts'
import type { Confidence } from './tables.ts'

/** The counts behind the site's statistics: public images, in four statements. */
export async function countStatistics(reads: Reads) {
  const [sources, collections, images, submissions] = await Promise.all([
    reads
      .selectFrom('source')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('public', '=', 1)
      .executeTakeFirstOrThrow(),
    reads
      .selectFrom(visibleCollections(reads, { sight: 'public' }).as('visible'))
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
      .where('collection_id', 'in', visibleCollections(reads, { sight: 'public' }))
      .executeTakeFirstOrThrow()
  )
}

/** Every georeference of either kind ever made of a public image. */
async function countSubmissions(reads: Reads): Promise<number> {
  const [points, areas] = await Promise.all([
    countOf(reads, 'georeference'),
    countOf(reads, 'from_above_georeference'),
  ])
  return points.n + areas.n
}

function countOf(reads: Reads, kind: 'georeference' | 'from_above_georeference') {
  return reads
    .selectFrom(`${kind as 'georeference'} as placed`)
    .innerJoin('image', 'image.id', 'placed.image_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('duplicate_of', 'is', null)
    .where('collection_id', 'in', visibleCollections(reads, { sight: 'public' }))
    .executeTakeFirstOrThrow()
}
