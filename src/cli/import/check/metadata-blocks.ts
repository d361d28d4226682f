import type { OpenPicture } from './open-picture.ts'

/** The metadata blocks of a file, not yet parsed. */
export interface MetadataBlocks {
  /** A TIFF file, or a block in its format (Exif 3.0, section 4.5). */
  exif?: OpenPicture
  /** IIM records (IPTC-NAA Information Interchange Model 4.2). */
  iptc?: Buffer
  /** MD5 of the IIM records when XMP was last written (Metadata Working Group guidelines 2.0, section 5.3.1). */
  iptcDigest?: Buffer
  /** An XMP packet (ISO 16684-1). */
  xmp?: Buffer
}

/** Larger blocks are not read. */
export const MAX_BLOCK_BYTES = 1024 ** 2

const WINDOW_BYTES = 32 * 1024

/** Copies a part of a file; undefined if it is too large or the file ends before. */
export async function readBlock(
  picture: OpenPicture,
  at: number,
  length: number,
): Promise<Buffer | undefined> {
  if (length <= 0 || length > MAX_BLOCK_BYTES || at + length > picture.size) return undefined
  const block = Buffer.alloc(length)
  for (let done = 0; done < length;) {
    const wanted = Math.min(WINDOW_BYTES, length - done)
    const bytes = await picture.bytesAt(at + done, wanted)
    if (bytes.length === 0) return undefined
    done += bytes.copy(block, done, 0, Math.min(bytes.length, length - done))
  }
  return block
}

/** Reads a block in memory as if it were a file. */
export function toPicture(block: Buffer): OpenPicture {
  return {
    size: block.length,
    head: block,
    bytesAt: (position) =>
      Promise.resolve(
        Number.isSafeInteger(position) && position >= 0
          ? block.subarray(position)
          : Buffer.alloc(0),
      ),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}
