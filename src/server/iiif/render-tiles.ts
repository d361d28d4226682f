import type { ImagePlan } from '../../core/iiif/image-plan.ts'
import { tryAgain, type CatalogError } from '../../core/base/errors.ts'
import { PictureError, type PictureFailureReason } from '../../core/imaging/picture-error.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { tilesNotFound } from './identifier.ts'

/** Failures that are about the tiles. Others are temporary. */
const DAMAGE: readonly PictureFailureReason[] = ['damaged', 'unexplained']

const RETRY_SECONDS = 60

/**
 * Renders an image from a file of tiles.
 * @param client identifies the client, which takes turns with others
 * @throws CatalogError kind `busy` or `unavailable`, or `not_found` if the file was removed
 * @throws PictureError if the file is damaged
 */
export async function renderTiles(
  { images, storage }: Pick<Catalog, 'images' | 'storage'>,
  { key, plan }: { key: string; plan: ImagePlan },
  client: string,
  signal: AbortSignal,
): Promise<Buffer> {
  try {
    await using tiles = await storage.localCopy(key)
    if (!tiles) throw tilesNotFound()
    const bytes = await images.render({ tiles: tiles.path, plan }, client, signal)
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (!(error instanceof PictureError) || DAMAGE.includes(error.reason)) throw error
    throw (await storage.stat(key)) ? renderFailed(error) : tilesNotFound()
  }
}

function renderFailed(cause: unknown): CatalogError {
  return tryAgain('The image could not be rendered.', RETRY_SECONDS, cause)
}
