import { conflict, notFound } from '../base/errors.ts'
import type { GeoreferenceKind } from './georeference-kind.ts'

interface GeoreferencedImage {
  duplicate_of: number | null
  will_not_georef: 0 | 1
  from_above: 0 | 1
}

/**
 * Requires that an image accepts georeferences of a kind: points for every image, areas for those taken from above.
 * @throws CatalogError kind `not_found` if there is no image, or `conflict`
 */
export function requireGeoreferenceable(
  image: GeoreferencedImage | undefined,
  { id, table }: { id: number; table: GeoreferenceKind },
): asserts image {
  if (!image) throw notFound(`Image ${id} does not exist.`, { code: 'image_not_found' })
  if (image.duplicate_of !== null) {
    throw conflict(['is_duplicate', id, image.duplicate_of])
  }
  if (image.will_not_georef === 1) {
    throw conflict(['will_not_georef', id])
  }
  if (table === 'from_above_georeference' && image.from_above === 0) {
    throw conflict(['not_from_above', id])
  }
}
