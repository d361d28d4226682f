import type { Reads } from '../../core/database/store.ts'
import { CatalogError, notFound } from '../../core/base/errors.ts'
import { readAddressState, type PictureAddress } from '../../core/queries/images/picture-address.ts'

/** For OpenAPI. */
export const GONE_RESPONSE = { 410: 'The image was deleted.' }

/**
 * Requires that pictures at an address may be served, whether or not their files still exist.
 * @param message if they may not
 * @throws CatalogError kind `not_found` if there is no such image, or if it was public and is hidden now; `gone` if it was
 *   deleted
 */
export async function requireOpenAddress(
  reads: Reads,
  address: PictureAddress,
  message: string,
): Promise<void> {
  const state = await readAddressState(reads, address)
  if (state === 'gone') throw new CatalogError('gone', 'The image was deleted.')
  if (state === 'ended') throw notFound(message)
}
