import { selectVisibleCollections } from './visible-collections.ts'
import { withoutIndex } from '../../database/sql.ts'
import { column, literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import type { Confidence } from '../../database/tables.ts'
import { sumGeoreferenced, sumImages, sumImagesIf } from './sum-images.ts'

export type Counts = Awaited<ReturnType<typeof countStatistics>>

/** Counts public records for the statistics, in six statements. */
export async function countStatistics(reads: Reads) {
  const [sources, collections, images, submissions] = await Promise.all([
    reads
      .selectFrom('source')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('public', '=', 1)
      .executeTakeFirstOrThrow(),
    reads
      .selectFrom(selectVisibleCollections(reads, { visibility: 'public' }).as('visible'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
    countImages(reads),
    countSubmissions(reads),
  ])
  return { sources: sources.n, collections: collections.n, submissions, ...images }
}

const LEVELS = ['low', 'medium', 'high'] as const satisfies Confidence[]

/** Counts images, and georeferenced images by the confidence of their newest georeference. */
function countImages(reads: Reads) {
  return reads
    .selectFrom('image_count')
    .select((of) => sumImages(of).as('images'))
    .select((of) => sumGeoreferenced(of).as('georeferenced'))
    .select((of) => LEVELS.map((level) => sumImagesIf(of, of('confidence', '=', level)).as(level)))
    .where('collection_id', 'in', selectVisibleCollections(reads, { visibility: 'public' }))
    .executeTakeFirstOrThrow()
}

/** Counts all georeferences of public images, except of duplicates. */
async function countSubmissions(reads: Reads): Promise<number> {
  const [{ n }, points, areas] = await Promise.all([
    reads
      .selectFrom('user_count')
      .select(({ eb, fn }) =>
        fn
          .coalesce(fn.sum<number>(eb('public_points', '+', eb.ref('public_areas'))), literal(0))
          .as('n'),
      )
      .executeTakeFirstOrThrow(),
    countDuplicates(reads, 'georeference'),
    countDuplicates(reads, 'from_above_georeference'),
  ])
  return n - points.n - areas.n
}

/** Cheap, because few duplicates have been georeferenced. */
function countDuplicates(reads: Reads, kind: 'georeference' | 'from_above_georeference') {
  return reads
    .selectFrom('image')
    .innerJoin(`${kind as 'georeference'} as georef`, 'georef.image_id', 'image.id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('duplicate_of', 'is not', null)
    .where(
      withoutIndex(column<number>('image.collection_id')),
      'in',
      selectVisibleCollections(reads, { visibility: 'public' }),
    )
    .executeTakeFirstOrThrow()
}
