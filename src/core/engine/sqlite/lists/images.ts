import { sql } from 'kysely'
import type { OrderTerm } from '../../../model/ordering.ts'
import type { ImageOrder } from '../../../model/orders.ts'
import type { PageRequest } from '../../../model/page.ts'
import type { Reads } from '../store.ts'
import { among } from './among.ts'
import { listIds, type IdPage } from './list-ids.ts'
import { isEverything, visibleCollections, type Holdings } from './visible.ts'

/** Which images are asked for; absent members ask for nothing. */
export interface ImageFilter extends Holdings {
  subjects?: SubjectNames
}

/** Subjects by their ids or by their items in the knowledge base; any of them. */
export interface SubjectNames {
  ids: readonly number[]
  kbIds: readonly string[]
}

/** The expressions are those of the indices, letter by letter. */
const FIELDS = {
  order: sql`coalesce(image.position, image.id)`,
  title: sql`image.title collate nocase`,
  original_date: sql`image.original_date`,
  created_at: sql`image.created_at`,
  last_georeferenced_at: sql`image.last_georeferenced_at`,
}

export function listImageIds(
  reads: Reads,
  filter: ImageFilter,
  terms: readonly OrderTerm<ImageOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const order = { id: sql<number>`image.id`, fields: FIELDS, terms }
  return listIds(matchingImages(reads, filter), order, page)
}

function matchingImages(reads: Reads, filter: ImageFilter) {
  const { subjects } = filter
  return reads
    .selectFrom('image')
    .$if(!isEverything(filter), (query) =>
      query.where(collectionColumn(filter), 'in', visibleCollections(reads, filter)),
    )
    .$if(subjects !== undefined, (query) =>
      query.where('image.id', 'in', taggedWith(reads, subjects ?? { ids: [], kbIds: [] })),
    )
}

/**
 * The plus keeps SQLite from gathering a whole catalogue by collection only to sort it; walking the
 * order's own index and checking each image finds a page at once when most of them match.
 */
function collectionColumn({ sources, collections }: Holdings) {
  const isWide = sources === undefined && collections === undefined
  return isWide ? sql<number>`+image.collection_id` : sql<number>`image.collection_id`
}

function taggedWith(reads: Reads, { ids, kbIds }: SubjectNames) {
  const subjects = reads
    .selectFrom('subject')
    .select('id')
    .where((either) =>
      either.or([either('id', 'in', among(ids)), either('kb_id', 'in', among(kbIds))]),
    )
  return reads
    .selectFrom('image_subject')
    .select('image_subject.image_id')
    .where('image_subject.subject_id', 'in', subjects)
}
