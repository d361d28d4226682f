import type { Micros } from '../../base/clock.ts'
import { EVERYWHERE, type Box } from '../../model/geometry/box.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { ImageOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { ProcessingState } from '../../model/processing.ts'
import type { Reads } from '../../database/store.ts'
import { column, expressions, literal } from '../../database/expressions.ts'
import { foldText } from '../../model/fold.ts'
import { contains, foldAscii, inList, withoutIndex } from '../../database/sql.ts'
import { selectChangedSince } from '../changes/changed-since.ts'
import { selectMiddleDay } from '../images/middle-day.ts'
import { matchPlacedImage, type PlacementFilter } from './in-box.ts'
import { listIds, type IdPage, type ListOrder } from './list-ids.ts'
import { hasProcessingState } from './processing-filter.ts'
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
  /** True for the images whose status is `available`. */
  available?: true
  /** Any of these exact reference ids of the source. */
  referenceIds?: readonly string[]
  /** Any of these SHA-256 digests of the original, in lowercase hexadecimal. */
  sha256s?: readonly string[]
  /** Any of these images. */
  ids?: readonly number[]
  /** Any of these processing states of the current file. */
  processing?: readonly ProcessingState[]
  /** Only images that changed for the public at this time or later. */
  modifiedSince?: Micros | undefined
}

/** Filters the list of images, also by their places. */
export interface ImageListFilter extends ImageFilter, PlacementFilter {
  /** Only images with a point or an area in the box. */
  box?: Box | undefined
}

const ID = column<number>('image.id')
const COLLECTION = column<number>('image.collection_id')

/** Must equal the expressions of the indexes, or the database does not use them. */
const FIELDS = {
  order: expressions.fn.coalesce(column('image.position'), ID),
  title: foldAscii(column<string>('image.title')),
  date: selectMiddleDay('image'),
  original_date: column('image.original_date'),
  created_at: column('image.created_at'),
  last_georeferenced_at: column('image.last_georeferenced_at'),
}

const NULLABLE = ['date', 'original_date', 'last_georeferenced_at'] as const

export async function listImageIds(
  reads: Reads,
  filter: ImageListFilter,
  terms: readonly OrderTerm<ImageOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const count = isScope(filter) ? () => countScope(reads, filter) : undefined
  return listIds(await selectListed(reads, filter), orderImages(terms), page, count)
}

const SCOPE: readonly string[] = ['visibility', 'sources', 'collections']

/** Whether the filter selects all images of some collections. */
function isScope(filter: ImageFilter): boolean {
  return Object.entries(filter).every(
    ([name, value]) => value === undefined || SCOPE.includes(name),
  )
}

/** Sums the counts of the collections, because counting the images would take longer with each of them. */
async function countScope(reads: Reads, scope: CollectionScope): Promise<number> {
  const { images } = await reads
    .selectFrom('collection_count')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('images'), literal(0)).as('images'))
    .where('collection_id', 'in', selectVisibleCollections(reads, scope))
    .executeTakeFirstOrThrow()
  return images
}

/** Builds the query of the images that match, also by their places. */
export async function selectListed(
  reads: Reads,
  { box, placedBy, verdict, ...filter }: ImageListFilter,
) {
  const matching = selectMatching(reads, filter)
  if (!box && !placedBy && !verdict) return matching
  const placed = { box: box ?? EVERYWHERE, placedBy, verdict }
  return matching.where(await matchPlacedImage(reads, placed))
}

/** Builds the query of the ids of all images that match, in ascending order. */
export function selectImageIds(reads: Reads, filter: ImageFilter) {
  return selectMatching(reads, filter).select('image.id').orderBy('image.id')
}

/** Selects the ids of the images that searches may find: public ones that are not duplicates. */
export function selectSearchableIds(reads: Reads, filter: Omit<ImageFilter, 'visibility'>) {
  return selectMatching(reads, { ...filter, visibility: 'public' })
    .select('image.id')
    .where('image.duplicate_of', 'is', null)
}

export function orderImages(terms: readonly OrderTerm<ImageOrder>[]): ListOrder<ImageOrder> {
  return { id: column<number>('image.id'), fields: FIELDS, nullable: NULLABLE, terms }
}

function selectMatching(reads: Reads, filter: ImageFilter) {
  const { subjects, creator, georeferenced, fromAbove, referenceIds, sha256s, modifiedSince } =
    filter
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
      query.where(contains(column('image.creator_folded'), foldText(creator ?? ''))),
    )
    .$if(georeferenced !== undefined, (query) =>
      query.where('image.last_georeferenced_at', georeferenced ? 'is not' : 'is', null),
    )
    .$if(filter.available !== undefined, (query) =>
      query
        .where('image.last_georeferenced_at', 'is', null)
        .where('image.duplicate_of', 'is', null)
        // A literal, so that the index of available images is used.
        .where('image.will_not_georef', '=', literal(0)),
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
    .$if(modifiedSince !== undefined, (query) =>
      query.where('image.id', 'in', selectChangedSince(reads, 'image', modifiedSince ?? 0)),
    )
    .where((all) => all.and(hasProcessingState(filter.processing)))
}

/**
 * The unary plus stops SQLite from using the index on collections. Without a selective filter, a scan of the order's
 * index finds a page at once; a selective filter has an index of its own.
 */
function chooseCollectionColumn(filter: ImageFilter) {
  const isUnscoped = filter.sources === undefined && filter.collections === undefined
  return isUnscoped || isSelective(filter) ? withoutIndex(COLLECTION) : COLLECTION
}

function chooseIdColumn(filter: ImageFilter) {
  return isSelective(filter) ? withoutIndex(ID) : ID
}

/** Whether few images match, which an index finds. */
function isSelective(filter: ImageFilter): boolean {
  const { ids, processing, modifiedSince } = filter
  const isNamed = isByReference(filter) || ids !== undefined || modifiedSince !== undefined
  return isNamed || processing?.includes('ready') === false
}

/** Whether the filter names references or digests, which an index finds. */
export function isByReference({ referenceIds, sha256s }: ImageFilter): boolean {
  return referenceIds !== undefined || sha256s !== undefined
}
