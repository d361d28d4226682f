import { inList } from '../db/dialect.ts'
import { sortByIds } from '../db/sort-by-ids.ts'
import type { Reads } from '../db/store.ts'
import { findGeoreferenceStatus } from '../model/georeference-status.ts'

/** What the commands of the host show of images, hidden ones too, in the order of the ids. */
export async function listHostImages(reads: Reads, ids: readonly number[]) {
  const rows = await reads
    .selectFrom('image')
    .select(['id', 'collection_id as collection', 'title', 'duplicate_of', 'from_above', 'scale'])
    .select(['rotation', 'mirror', 'position', 'will_not_georef', 'last_georeferenced_at'])
    .where('id', 'in', inList(ids))
    .execute()
  return sortByIds(ids, rows).map(({ will_not_georef, last_georeferenced_at, ...image }) => ({
    ...image,
    from_above: image.from_above === 1,
    georeference_status: findGeoreferenceStatus({
      ...image,
      will_not_georef,
      last_georeferenced_at,
    }),
  }))
}

const PARTS = [
  'georeference',
  'from_above_georeference',
  'validation',
  'comment',
  'image_subject',
  'embedding',
] as const

/** How many rows of a table belong to an image. */
export type CountPart = (table: (typeof PARTS)[number], imageId: number) => number

/** Counts the rows that belong to these images. */
export async function countImageParts(reads: Reads, ids: readonly number[]): Promise<CountPart> {
  const counts = new Map<string, number>()
  for (const table of PARTS) {
    const rows = await reads
      .selectFrom(table as 'comment')
      .select(['image_id', ({ fn }) => fn.countAll<number>().as('count')])
      .where('image_id', 'in', inList(ids))
      .groupBy('image_id')
      .execute()
    for (const { image_id, count } of rows) counts.set(`${table} ${image_id}`, count)
  }
  return (table, imageId) => counts.get(`${table} ${imageId}`) ?? 0
}
