import type { CollectionIndex } from '../columns/collection-index.ts'
import type { ImageList } from './image-list.ts'

/** What the rows of georeferences refer to. */
export interface ListContext {
  collections: CollectionIndex
  images: ImageList
}
