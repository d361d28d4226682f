import { CatalogError } from '../../../core/base/errors.ts'
import type { Api } from '../../client/api.ts'
import { replacedImageResponse } from './response-schemas.ts'

/** An image whose file a row replaces. */
export interface ReplaceableImage {
  title: string
  collection: number
  /** Whether the image is rotated or mirrored; replacing its file resets this. */
  isTransformed: boolean
}

/** Looks up an image; undefined if it does not exist or is hidden from the caller. */
export type FindReplaceable = (id: number) => Promise<ReplaceableImage | undefined>

/** Creates a lookup of images that are visible to the caller. */
export function createReplaceableFinder(api: Api): FindReplaceable {
  return async (id) => {
    try {
      const found = await api.get(`/api/v2/images/${id}/`, replacedImageResponse)
      const { title, collection, rotation, mirror } = found
      return {
        title,
        collection: collection.id,
        isTransformed: rotation !== 0 || mirror !== 'none',
      }
    } catch (error) {
      if (error instanceof CatalogError && error.kind === 'not_found') return undefined
      throw error
    }
  }
}
