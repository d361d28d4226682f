import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPicture, within } from './sharp.ts'
import type { Metadata, Sharp, Strictness } from './sharp.ts'
import { turnOnDisk } from './turn-on-disk.ts'
import type { Turn } from './turn.ts'

/** How the stored picture is displayed. */
export interface Look {
  turn: Turn
  /** Color space of the output; a gray picture needs one channel only. */
  colours: 'b-w' | 'srgb'
}

/** A written file. */
export interface DerivedFile {
  width: number
  height: number
  bytes: number
}

interface Source {
  original: string
  directory: string
  maxPixels: number
  strictness: Strictness
}

const QUALITY = 92

/** The longest side that a JPEG can have: T.81 B.2.2 gives it 16 bits, libjpeg stops at 65500. */
const JPEG_SIDE = 65_500

/** Pictures that are larger than this uncompressed are rotated on disk. */
const TURNED_IN_MEMORY_BYTES = 256 * 1024 ** 2

/** The stored picture, not turned: within a square of that side, 8 bits, on white. */
export function flatPicture(source: Source, look: Look, side: number): Sharp {
  const { original, maxPixels, strictness } = source
  return within(openPicture(original, maxPixels, strictness), side)
    .flatten({ background: '#ffffff' })
    .toColourspace(look.colours)
}

/** Writes `corrected.jpg`: the picture upright at full size, or as large as a JPEG can be. */
export async function writeCorrected(
  source: Source,
  look: Look,
  metadata: Metadata,
): Promise<DerivedFile> {
  const { turn } = look
  const path = join(source.directory, 'corrected.jpg')
  const picture = flatPicture(source, look, JPEG_SIDE)
  if (!needsMemory(turn) || uncompressedBytes(metadata) <= TURNED_IN_MEMORY_BYTES)
    return await writeJpeg(picture.flop(turn.flop).rotate(turn.rotation), path)
  return await turnOnDisk(picture, turn, source, (turned) => {
    const upright = openPicture(turned, source.maxPixels).toColourspace(look.colours)
    return writeJpeg(upright, path)
  })
}

/** Swapping left and right is done row by row. */
function needsMemory({ rotation }: Turn): boolean {
  return rotation !== 0
}

function uncompressedBytes({ width, height, channels, depth }: Metadata): number {
  const bytesPerSample = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4
  return width * height * channels * bytesPerSample
}

/**
 * Writes to disk while encoding. Optimized Huffman tables would save 5 percent, but hold all coefficients in memory.
 */
async function writeJpeg(picture: Sharp, path: string): Promise<DerivedFile> {
  const { width, height } = await picture
    .jpeg({ quality: QUALITY, optimiseCoding: false })
    .toFile(path)
  return { width, height, bytes: (await stat(path)).size }
}
