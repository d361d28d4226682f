import { sql } from 'kysely'
import type { OrderTerm } from '../../model/ordering.ts'
import type { ImageOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { ProcessingState } from '../../model/processing.ts'
import type { Reads } from '../../db/store.ts'
import { foldText } from '../../model/fold.ts'
import { inList } from '../../db/dialect.ts'
import { listIds, type IdPage, type ListOrder } from './list-ids.ts'
import { hasProcessingState } from './processing-state.ts'
import { selectTagged, type SubjectRefs } from './tagged-images.ts'
import { matchYears, type YearRange } from './year-range.ts'
import {
  isUnrestricted,
  selectVisibleCollections,
  type CollectionScope,
} from './visible-collections.ts'

/** Filters images. An absent member does not filter. */
export interface ImageFilter extends CollectionScope, YearRange {
  subjects?: SubjectRefs
  /** A part of the creator's name, ignoring case. */
  creator?: string
  /** Whether the image has a georeference of its kind: a point, or an area if it is from above. */
  georeferenced?: boolean
  fromAbove?: boolean
  /** Any of these exact reference ids of the source. */
  referenceIds?: readonly string[]
  /** Any of these SHA-256 digests of the original, in lowercase hexadecimal. */
  sha256s?: readonly string[]
  /** Any of these images. */
  ids?: readonly number[]
  /** Any of these processing states of the current file. */
  processing?: readonly ProcessingState[]
}

/** Must equal the expressions of the indexes, or SQLite does not use them. */
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
  return listIds(selectMatching(reads, filter), orderImages(terms), page)
}

/** Builds the query of the ids of all images that match, in ascending order. */
export function selectImageIds(reads: Reads, filter: ImageFilter) {
  return selectMatching(reads, filter).select('image.id').orderBy('image.id')
}

export function orderImages(terms: readonly OrderTerm<ImageOrder>[]): ListOrder<ImageOrder> {
  return { id: sql<number>`image.id`, fields: FIELDS, terms }
}

function selectMatching(reads: Reads, filter: ImageFilter) {
  const { subjects, creator, georeferenced, fromAbove, referenceIds, sha256s } = filter
  return reads
    .selectFrom('image')
    .$if(!isUnrestricted(filter), (query) =>
      query.where(chooseCollectionColumn(filter), 'in', selectVisibleCollections(reads, filter)),
    )
    .where((all) => all.and(matchYears('image', filter)))
    .$if(subjects !== undefined, (query) =>
      query.where(
        chooseIdColumn(filter),
        'in',
        selectTagged(reads, subjects ?? { ids: [], kbIds: [] }),
      ),
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
    .where((all) => all.and(hasProcessingState(filter.processing)))
}

/**
 * The unary plus stops SQLite from using the index on collections. Without a selective filter, a scan of the order's
 * index finds a page at once; a selective filter has an index of its own.
 */
function chooseCollectionColumn(filter: ImageFilter) {
  const isUnscoped = filter.sources === undefined && filter.collections === undefined
  return isUnscoped || isSelective(filter)
    ? sql<number>`+image.collection_id`
    : sql<number>`image.collection_id`
}

function chooseIdColumn(filter: ImageFilter) {
  return isSelective(filter) ? sql<number>`+image.id` : sql<number>`image.id`
}

/** Whether few images match, which an index finds. */
function isSelective(filter: ImageFilter): boolean {
  const { ids, processing } = filter
  return isByReference(filter) || ids !== undefined || processing?.includes('ready') === false
}

/** Whether the filter names references or digests, which an index finds. */
export function isByReference({ referenceIds, sha256s }: ImageFilter): boolean {
  return referenceIds !== undefined || sha256s !== undefined
}
