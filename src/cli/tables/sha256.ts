import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Returns the SHA-256 of a file in lower-case hexadecimal. */
export async function computeSha256(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), digest)
  return digest.digest('hex')
}
