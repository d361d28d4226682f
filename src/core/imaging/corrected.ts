import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openPicture, fitWithin } from './sharp.ts'
import type { Metadata, Sharp, Strictness } from './sharp.ts'
import { rotateOnDisk } from './rotate-on-disk.ts'
import type { Orientation } from './orientation.ts'

/** The transformation of the stored picture for display. */
export interface Rendering {
  orientation: Orientation
  /** Color space of the output. A gray picture has one channel only. */
  colorSpace: 'b-w' | 'srgb'
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

/** The longest side of a JPEG that libjpeg supports. T.81 B.2.2 allows 16 bits. */
const JPEG_SIDE = 65_500

/** Pictures that are larger than this uncompressed are rotated on disk. */
const MAX_IN_MEMORY_BYTES = 256 * 1024 ** 2

/** Opens the stored picture without rotating it: fitted into a square, with 8 bits, on white. */
export function openFlattened(source: Source, rendering: Rendering, side: number): Sharp {
  const { original, maxPixels, strictness } = source
  return fitWithin(openPicture(original, maxPixels, strictness), side)
    .flatten({ background: '#ffffff' })
    .toColourspace(rendering.colorSpace)
}

/** Writes `corrected.jpg`: the upright picture at full size, or at the largest size of a JPEG. */
export async function writeCorrected(
  source: Source,
  rendering: Rendering,
  metadata: Metadata,
): Promise<DerivedFile> {
  const { orientation } = rendering
  const path = join(source.directory, 'corrected.jpg')
  const picture = openFlattened(source, rendering, JPEG_SIDE)
  if (!needsMemory(orientation) || computeUncompressedBytes(metadata) <= MAX_IN_MEMORY_BYTES)
    return await writeJpeg(picture.flop(orientation.flop).rotate(orientation.rotation), path)
  return await rotateOnDisk(picture, orientation, source, (rotated) => {
    const upright = openPicture(rotated, source.maxPixels).toColourspace(rendering.colorSpace)
    return writeJpeg(upright, path)
  })
}

/** A flop needs only one row at a time. */
function needsMemory({ rotation }: Orientation): boolean {
  return rotation !== 0
}

function computeUncompressedBytes({ width, height, channels, depth }: Metadata): number {
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
