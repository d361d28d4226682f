import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sharp } from './sharp.ts'
import type { SourcePicture } from './source-picture.ts'
import { useUpright } from './upright.ts'

/** A written file. */
export interface DerivedFile {
  width: number
  height: number
  bytes: number
}

const QUALITY = 92

/** The longest side of a JPEG that libjpeg supports. T.81 B.2.2 allows 16 bits. */
const JPEG_SIDE = 65_500

/** Writes `corrected.jpg`: the upright picture at full size, or at the largest size of a JPEG. */
export async function writeCorrected(source: SourcePicture): Promise<DerivedFile> {
  const path = join(source.directory, 'corrected.jpg')
  return await useUpright(source, (upright) => writeJpeg(upright, path), JPEG_SIDE)
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
