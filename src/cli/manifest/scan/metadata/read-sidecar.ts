import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import { MAX_BLOCK_BYTES } from '../../../import/check/metadata-blocks.ts'

/** An XMP packet in a file of its own. */
export interface Sidecar {
  path: string
  packet: Buffer
}

/**
 * Reads the XMP file of an image, `scan.jpg.xmp` or else `scan.xmp`. It follows no links, which may lead elsewhere.
 * @returns undefined if there is none
 * @throws Error if it cannot be read
 */
export async function readSidecar(image: string): Promise<Sidecar | undefined> {
  const stem = image.slice(0, image.length - extname(image).length)
  for (const path of [image, stem].flatMap((name) => [`${name}.xmp`, `${name}.XMP`])) {
    const packet = await readPacket(path)
    if (packet) return { path, packet }
  }
  return undefined
}

async function readPacket(path: string): Promise<Buffer | undefined> {
  try {
    // A pipe would block until another program writes to it.
    await using file = await open(
      path,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    const stats = await file.stat()
    if (!stats.isFile()) return undefined
    if (stats.size > MAX_BLOCK_BYTES) throw new Error('the file is larger than 1 MB')
    return await file.readFile()
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (['ENOENT', 'ELOOP', 'ENXIO', 'EISDIR'].includes(code)) return undefined
    throw error
  }
}
