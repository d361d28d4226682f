import { sql, type RawBuilder } from 'kysely'
import { inList, withoutIndex } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** A public image with a thumbnail that stands for a source, a collection or a subject. */
export interface Cover {
  id: number
  generation: string | null
}

/** Returns the cover of a source, collection or subject; undefined if no public image has a thumbnail. */
export type Covers = (id: number) => Cover | undefined

/** Finds the first public image with a thumbnail of each of these subjects. */
export function findSubjectCovers(reads: Reads, ids: readonly number[]): Promise<Covers> {
  const isPublic = sql`${withoutIndex(sql.ref<number>('image.collection_id'))}
    in ${selectVisibleCollections(reads, { visibility: 'public' })}`
  return findCovers(reads, {
    owners: sql`select id from subject where id in ${inList(ids)}`,
    first: sql`select image.id from image_subject as tag join image on image.id = tag.image_id
      where tag.subject_id = owner.id and image.generation is not null and ${isPublic}
      order by tag.image_id limit 1`,
  })
}

/** Finds the first image with a thumbnail of each of these collections, which the caller has to see. */
export function findCollectionCovers(reads: Reads, ids: readonly number[]): Promise<Covers> {
  return findCovers(reads, {
    owners: sql`select id from collection where id in ${inList(ids)}`,
    first: sql`select image.id from image
      where image.collection_id = owner.id and image.generation is not null
      order by image.id limit 1`,
  })
}

/** Finds the first image with a thumbnail in the public collections of each of these sources. */
export function findSourceCovers(reads: Reads, ids: readonly number[]): Promise<Covers> {
  return findCovers(reads, {
    owners: sql`select id from source where id in ${inList(ids)}`,
    first: sql`select min((select image.id from image
        where image.collection_id = collection.id and image.generation is not null
        order by image.id limit 1))
      from collection where collection.source_id = owner.id and collection.public = 1`,
  })
}

interface CoverQuery {
  owners: RawBuilder<unknown>
  /** Selects the id of the cover of `owner`. An index finds it, however many images there are. */
  first: RawBuilder<unknown>
}

async function findCovers(reads: Reads, { owners, first }: CoverQuery): Promise<Covers> {
  const { rows } = await sql<Cover & { owner: number }>`
    select found.owner, image.id, image.generation
    from (select owner.id as owner, (${first}) as cover from (${owners}) as owner) as found
    join image on image.id = found.cover`.execute(reads as never)
  const covers = new Map(rows.map(({ owner, id, generation }) => [owner, { id, generation }]))
  return (id) => covers.get(id)
}
