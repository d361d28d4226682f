import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { selectSides } from '../lists/area-sides.ts'

type Ids = Params<{ ids: string }>

/** Reads what harvesters get of those of the images that the public sees, by their ids. */
export async function readHarvestedImages(reads: Reads, imageIds: readonly number[]) {
  const ids = JSON.stringify(imageIds)
  const [images, subjects, points, areas] = await Promise.all([
    selectImages(reads, { ids }),
    selectSubjects(reads, { ids }),
    selectPoints(reads, { ids }),
    selectAreas(reads, { ids }),
  ])
  const places = new Map<number, HarvestedPlace>(
    [...points, ...areas].map((place) => [place.image_id, place]),
  )
  const titles = Map.groupBy(subjects, ({ image_id }) => image_id)
  return new Map(
    images.map((image) => [
      image.id,
      {
        ...image,
        subjects: titles.get(image.id)?.map(({ title }) => title) ?? [],
        place: places.get(image.id),
      },
    ]),
  )
}

/** Newest place of an image: an area if it is from above and has one, else a point. */
export type HarvestedPlace =
  | { latitude: number; longitude: number }
  | { west: number; south: number; east: number; north: number }

export type HarvestedImage =
  Awaited<ReturnType<typeof readHarvestedImages>> extends Map<number, infer Image> ? Image : never

const selectImages = preparedQuery((reads: Reads, { ids }: Ids) =>
  reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .leftJoin('license', 'license.id', 'image.license_id')
    .select(['image.id', 'image.title', 'image.description', 'image.creator'])
    .select(['image.original_date', 'image.edtf_date', 'image.original_url'])
    .select(['image.file_version', 'image.file_type', 'image.generation'])
    .select(['collection.name as collection_name', 'source.name as source_name'])
    .select(['license.display_name as license_name', 'license.permalink as license_url'])
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
    .where(isAnyOf(column('image.id'), ids)),
)

const selectSubjects = preparedQuery((reads: Reads, { ids }: Ids) =>
  reads
    .selectFrom('image_subject')
    .innerJoin('subject', 'subject.id', 'image_subject.subject_id')
    .select(['image_subject.image_id', 'subject.title'])
    .where(isAnyOf(column('image_subject.image_id'), ids))
    .orderBy('image_subject.position')
    .orderBy('subject.id'),
)

const selectPoints = preparedQuery((reads: Reads, { ids }: Ids) =>
  reads
    .selectFrom('point_current')
    .select(['image_id', 'latitude', 'longitude'])
    .where(isAnyOf(column('image_id'), ids)),
)

/** Reads bounding boxes, not polygons. */
const selectAreas = preparedQuery((reads: Reads, { ids }: Ids) =>
  reads
    .selectFrom('area_current as current')
    .innerJoin('from_above_georeference as made', 'made.id', 'current.id')
    .select('current.image_id')
    .select(selectSides('made'))
    .where(isAnyOf(column('current.image_id'), ids)),
)
