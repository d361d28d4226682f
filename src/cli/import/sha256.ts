import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** Of a file's bytes, in hexadecimal. */
export async function computeSha256(path: string): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 256 * 1024 }), digest)
  return digest.digest('hex')
}
