import { openPicture, fitWithin } from './sharp.ts'
import type { Metadata, Sharp } from './sharp.ts'
import { rotateOnDisk } from './rotate-on-disk.ts'
import type { Orientation } from './orientation.ts'
import type { SourcePicture } from './source-picture.ts'

/** Pictures that are larger than this uncompressed are rotated on disk. */
const MAX_IN_MEMORY_BYTES = 256 * 1024 ** 2

/** Opens the stored picture without rotating it: fitted into a square, if given, with 8 bits, on white. */
export function openFlattened(source: SourcePicture, side?: number): Sharp {
  const { original, maxPixels, strictness, rendering } = source
  const picture = openPicture(original, maxPixels, strictness)
  const fitted = side === undefined ? picture : fitWithin(picture, side)
  const { levels } = rendering
  return (levels ? fitted.linear(levels.factor, levels.summand) : fitted)
    .flatten({ background: '#ffffff' })
    .toColourspace(rendering.colorSpace)
}

/** Calls `use` with the upright picture, fitted into a square if given. Keeps memory low, also for large pictures. */
export async function useUpright<Result>(
  source: SourcePicture,
  use: (upright: Sharp) => Promise<Result>,
  side?: number,
): Promise<Result> {
  const { orientation, colorSpace } = source.rendering
  const picture = openFlattened(source, side)
  if (!needsMemory(orientation) || computeUncompressedBytes(source.metadata) <= MAX_IN_MEMORY_BYTES)
    return await use(picture.flop(orientation.flop).rotate(orientation.rotation))
  return await rotateOnDisk(picture, orientation, source, (rotated) =>
    use(openPicture(rotated, source.maxPixels).toColourspace(colorSpace)),
  )
}

/** A flop needs only one row at a time. */
function needsMemory({ rotation }: Orientation): boolean {
  return rotation !== 0
}

function computeUncompressedBytes({ width, height, channels, depth }: Metadata): number {
  const bytesPerSample = depth === 'uchar' ? 1 : depth === 'ushort' ? 2 : 4
  return width * height * channels * bytesPerSample
}
