import type { Reads } from '../../core/database/store.ts'
import { notFound } from '../../core/base/errors.ts'
import type { PictureAddress } from '../../core/queries/images/picture-address.ts'
import { isVersion } from '../../core/storage/keys.ts'
import { requireOpenAddress } from '../media/require-open-address.ts'

const NOT_FOUND = 'Image not found, or its tiles have not been generated yet.'

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

/** @throws CatalogError kind `not_found` or `gone` if the tiles must not be served */
export async function requireOpenTiles(reads: Reads, address: PictureAddress): Promise<void> {
  await requireOpenAddress(reads, address, NOT_FOUND)
}

export function tilesNotFound() {
  return notFound(NOT_FOUND)
}
