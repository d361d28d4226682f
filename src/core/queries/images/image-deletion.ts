import { inList } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'

/** Finds the title of an image, a hidden one too. */
export async function findTitle(reads: Reads, id: number): Promise<string | undefined> {
  const image = await reads
    .selectFrom('image')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirst()
  return image?.title
}

/** Finds the ids of the images that duplicate an image. */
export async function findDuplicates(reads: Reads, id: number): Promise<number[]> {
  const rows = await reads
    .selectFrom('image')
    .select('id')
    .where('duplicate_of', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

const PARTS = [
  'georeference',
  'from_above_georeference',
  'validation',
  'comment',
  'image_subject',
  'embedding',
] as const

/** Returns the number of rows of a table that belong to an image. */
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
