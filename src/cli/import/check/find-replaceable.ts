import { CatalogError } from '../../../core/errors.ts'
import type { Api } from '../../api.ts'
import { replacedImageResponse } from '../transfer/response-schemas.ts'
import type { FindReplaceable } from './replaceable-image.ts'

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
