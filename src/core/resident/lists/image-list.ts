import type { Database } from 'better-sqlite3'
import { IMAGE_ORDERS } from '../../model/orders.ts'
import { PROCESSING_STATES } from '../../model/processing.ts'
import {
  orderImages,
  isByReference,
  type ImageFilter,
  type ImageListFilter,
} from '../../queries/lists/images.ts'
import { pickCreators, type CreatorPage, type CreatorQuery } from '../../queries/lists/creators.ts'
import type { DecadeCount } from '../../edtf/count-decades.ts'
import type { IdPage } from '../../queries/lists/list-ids.ts'
import type { ImageQuery } from '../../queries/lists/list-query.ts'
import type { Reads } from '../../database/store.ts'
import type { ChangedIds } from '../../database/changes.ts'
import { createChangedImages } from '../columns/changed-images.ts'
import { filterCreator, type Images } from '../columns/images.ts'
import { createBitmap, intersect, filterListed, setRows, type Bitmap } from '../columns/bitmap.ts'
import { countByDecade } from './count-by-decade.ts'
import { pickPage } from './pick-page.ts'
import { loadSortIndexes } from '../columns/sort-index.ts'
import { createTaggedImages, findRows, type TaggedImages } from '../columns/tagged-images.ts'
import type { CollectionIndex } from '../columns/collection-index.ts'

/** The image list in memory. */
export interface ImageList {
  readonly rows: Images['rows']
  readonly tagged: TaggedImages
  /**
   * Returns undefined if the query is not supported.
   * @param inBox the images in the box of the filter, if it has one
   */
  findPage(query: ImageQuery, inBox?: Bitmap): IdPage | undefined
  /** Counts images by decade. Returns undefined if the filter is not supported. */
  countDecades(filter: ImageListFilter, inBox?: Bitmap): DecadeCount[] | undefined
  /** Selects the images whose creator's name contains a text. */
  findByCreator(creator: string): Bitmap
  /** Finds creators of public images by the words of their names. */
  findCreators(query: CreatorQuery): CreatorPage
  /** Sorts the list in one more order. @returns false if all orders were sorted already */
  sortNext(): boolean
  apply(changed: ChangedIds): void
}

export function createImageList(db: Database, reads: Reads, images: Images): ImageList {
  const { rows, creators } = images
  const tagged = createTaggedImages(db, rows)
  const orders = loadSortIndexes(db, rows, {
    from: reads.selectFrom('image') as never,
    order: orderImages,
    fields: IMAGE_ORDERS,
  })
  const changedImages = createChangedImages(db, rows)
  const select = (filter: ImageFilter, inBox?: Bitmap): Bitmap => {
    const bitmap = selectRows(images, filter)
    if (inBox) intersect(bitmap, inBox)
    if (filter.subjects) intersect(bitmap, tagged.select(filter.subjects))
    if (filter.modifiedSince !== undefined) changedImages.filter(bitmap, filter.modifiedSince)
    return bitmap
  }
  return {
    rows,
    tagged,
    findPage({ filter, terms, page }, inBox) {
      const order = orders.find(terms)
      if (!order || isByReference(filter)) return undefined
      return pickPage(rows.columns.id, select(filter, inBox), order, page)
    },
    countDecades(filter, inBox) {
      return isByReference(filter) ? undefined : countByDecade(rows, select(filter, inBox))
    },
    findByCreator(creator) {
      const all = createBitmap(rows.size).fill(1)
      filterCreator(all, { columns: rows.columns, creators }, creator)
      return all
    },
    findCreators: ({ words, ...range }) => pickCreators(findPublicCreators(images, words), range),
    sortNext: () => orders.sortNext(),
    apply(changed) {
      orders.invalidate(findRows(rows, changed('image')))
      orders.invalidate(findRows(rows, changed('georeferenced')), ['last_georeferenced_at'])
      for (const subject of changed('subject')) tagged.invalidate(subject)
    },
  }
}

function selectRows(images: Images, filter: ImageFilter): Bitmap {
  const { rows, collections } = images
  const bitmap = images.select({ ...filter, collections: collections.select(filter) })
  const { ids, processing } = filter
  if (ids) intersect(bitmap, setRows(createBitmap(rows.size), findRows(rows, ids)))
  if (processing) {
    const listed = [null, ...PROCESSING_STATES].map((state) =>
      processing.some((one) => one === state),
    )
    filterListed(bitmap, rows.columns.processing, Uint8Array.from(listed, Number))
  }
  return bitmap
}

/** Finds the creators whose names have all words, each with their first public image. */
function findPublicCreators(
  images: Images,
  words: CreatorQuery['words'],
): { name: string; image: number }[] {
  const { collections, creators } = images
  const { columns, size } = images.rows
  const bitmap = images.select({ collections: collections.select({ visibility: 'public' }) })
  filterListed(bitmap, columns.creator, creators.findWithWords(words))
  const first = new Map<number, { name: string; image: number }>()
  for (let row = 0; row < size; row++) {
    if (bitmap[row] !== 1) continue
    const number = columns.creator[row] ?? 0
    if (first.has(number)) continue
    first.set(number, { name: creators.getText(number), image: columns.id[row] ?? 0 })
  }
  return [...first.values()]
}

/** Collections and images to which the rows of georeferences refer. */
export interface ListContext {
  collections: CollectionIndex
  images: ImageList
}
