import type { CollectionIndex } from '../columns/collection-index.ts'
import type { ImageList } from './image-list.ts'

/** Collections and images to which the rows of georeferences refer. */
export interface ListContext {
  collections: CollectionIndex
  images: ImageList
}
