import { createHmac } from 'node:crypto'
import { sameSecret } from './secrets.ts'

const KEY_BYTES = 16

/**
 * The proof in an importer's `permalink` that its holder may read the original of an image that is not
 * public. Holds for one version of the file.
 */
export function fileKey(signingKey: Buffer, imageId: number, version: string): string {
  const mac = createHmac('sha256', signingKey).update(`original ${imageId} ${version}`).digest()
  return mac.subarray(0, KEY_BYTES).toString('base64url')
}

/** Whether the key, as it came in an address, is the one of this version of the file. */
export function isFileKey(
  key: string,
  validKeys: readonly Buffer[],
  { imageId, version }: { imageId: number; version: string },
): boolean {
  return validKeys.some((signingKey) => sameSecret(key, fileKey(signingKey, imageId, version)))
}
