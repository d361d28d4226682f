import { notFound } from '../../core/errors.ts'
import { isVersion } from '../../core/storage/keys.ts'

/** An image with one generation of its tiles. */
export interface TilesIdentifier {
  imageId: number
  generation: string
}

/**
 * Parses the identifier of a service of the Image API: `12-q3nVbZ0pT4yXw7Le`, or `12` for the published tiles.
 * @returns `generation` is undefined for the published tiles
 * @throws CatalogError kind `not_found`
 */
export function parseIdentifier(text = '') {
  const [, id, generation] = /^([1-9]\d{0,14})(?:-(.+))?$/.exec(text) ?? []
  if (id === undefined) throw tilesNotFound()
  if (generation !== undefined && !isVersion(generation)) throw tilesNotFound()
  return { imageId: Number(id), generation }
}

export function tilesNotFound() {
  return notFound('Image not found, or its tiles have not been generated yet.')
}
