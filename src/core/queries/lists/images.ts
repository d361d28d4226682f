import { sql } from 'kysely'
import type { OrderTerm } from '../../model/ordering.ts'
import type { ImageOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { ProcessingState } from '../../model/processing.ts'
import type { Reads } from '../../db/store.ts'
import { foldText } from '../../model/fold.ts'
import { inList } from '../../db/in-list.ts'
import { listIds, type IdPage, type ListOrder } from './list-ids.ts'
import { isProcessed } from './processed.ts'
import { taggedWith, type SubjectNames } from './tagged.ts'
import { withinYears, type Years } from './years.ts'
import { isEverything, visibleCollections, type CollectionScope } from './visible.ts'

/** Which images are asked for; absent members ask for nothing. */
export interface ImageFilter extends CollectionScope, Years {
  subjects?: SubjectNames
  /** A part of the creator's name, in any letter case. */
  creator?: string
  /** Whether there is a georeference of the kind that counts. */
  georeferenced?: boolean
  fromAbove?: boolean
  /** Any of these references of the archive, exactly. */
  referenceIds?: readonly string[]
  /** Any of these digests of the original file, in lower-case hex. */
  sha256s?: readonly string[]
  /** Any of these images. */
  ids?: readonly number[]
  /** What became of the file is any of these. */
  processing?: readonly ProcessingState[]
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
  return listIds(matchingImages(reads, filter), imageOrder(terms), page)
}

export function imageOrder(terms: readonly OrderTerm<ImageOrder>[]): ListOrder<ImageOrder> {
  return { id: sql<number>`image.id`, fields: FIELDS, terms }
}

function matchingImages(reads: Reads, filter: ImageFilter) {
  const { subjects, creator, georeferenced, fromAbove, referenceIds, sha256s } = filter
  return reads
    .selectFrom('image')
    .$if(!isEverything(filter), (query) =>
      query.where(collectionColumn(filter), 'in', visibleCollections(reads, filter)),
    )
    .where((all) => all.and(withinYears('image', filter)))
    .$if(subjects !== undefined, (query) =>
      query.where(idColumn(filter), 'in', taggedWith(reads, subjects ?? { ids: [], kbIds: [] })),
    )
    .$if(creator !== undefined, (query) =>
      query.where(sql<boolean>`instr(image.creator_folded, ${foldText(creator ?? '')}) > 0`),
    )
    .$if(georeferenced !== undefined, (query) =>
      query.where('image.last_georeferenced_at', georeferenced ? 'is not' : 'is', null),
    )
    .$if(fromAbove !== undefined, (query) =>
      query.where('image.from_above', '=', fromAbove ? 1 : 0),
    )
    .$if(referenceIds !== undefined, (query) =>
      query.where('image.reference_id', 'in', inList(referenceIds ?? [])),
    )
    .$if(sha256s !== undefined, (query) =>
      query.where('image.file_sha256', 'in', inList(sha256s ?? [])),
    )
    .$if(filter.ids !== undefined, (query) =>
      query.where('image.id', 'in', inList(filter.ids ?? [])),
    )
    .where((all) => all.and(isProcessed(filter.processing)))
}

/**
 * The plus keeps SQLite from reading whole collections by their index. For most of the catalog, walking
 * the order's own index finds a page at once; selective filters find their few images by an index.
 */
function collectionColumn(filter: ImageFilter) {
  const isWide = filter.sources === undefined && filter.collections === undefined
  return isWide || isSelective(filter)
    ? sql<number>`+image.collection_id`
    : sql<number>`image.collection_id`
}

function idColumn(filter: ImageFilter) {
  return isSelective(filter) ? sql<number>`+image.id` : sql<number>`image.id`
}

/** Whether a filter leaves few images, which an index finds. */
function isSelective(filter: ImageFilter): boolean {
  const { ids, processing } = filter
  return isByReference(filter) || ids !== undefined || processing?.includes('ready') === false
}

/** Whether only images with certain references or digests match: few, and found by an index. */
export function isByReference({ referenceIds, sha256s }: ImageFilter): boolean {
  return referenceIds !== undefined || sha256s !== undefined
}
