import { describeDamage, toPictureError } from './decoder-failure.ts'
import type { PictureError } from './picture-error.ts'
import { probePicture, type ProbedPicture } from './probe.ts'
import { findLevels, type Levels } from './levels.ts'
import { openReadable } from './readable.ts'
import { openPicture, type Metadata, type Strictness } from './sharp.ts'
import { combineOrientation, type Mirror, type Orientation, type Rotation } from './orientation.ts'

/** An original file, and how to show it. */
export interface SourceInput {
  /** The original file, which is only read. */
  original: string
  contentType: string
  /** Clockwise degrees, applied after EXIF orientation and mirror. */
  rotation: Rotation
  /** `h` swaps left and right, `v` top and bottom, after EXIF orientation. */
  mirror: Mirror
  /** An existing directory, into which files are written. */
  directory: string
  maxPixels: number
  /** The content types that this server accepts. */
  accepted: readonly string[]
  /** Memory of a host program; absent where it cannot be limited. */
  memoryBytes?: number
}

/** A picture that libvips can read. */
export interface SourcePicture extends SourceInput {
  metadata: Metadata
  rendering: Rendering
  strictness: Strictness
  /** Whether a host program wrote `original`, so that libvips cannot see damage of the source. */
  isConverted: boolean
}

/** The transformation of the stored picture for display. */
export interface Rendering {
  orientation: Orientation
  /** Color space of the output. A gray picture has one channel only. */
  colorSpace: 'b-w' | 'srgb'
  /** Undefined if the samples are tones. */
  levels: Levels | undefined
}

/** A result, and an explanation for administrators if only a part of the file could be decoded. */
export interface Decoded<Result> {
  result: Result
  damage: string | null
}

/**
 * Calls `use` to decode a file strictly. If the file is damaged, calls it again to decode the file leniently.
 * @throws PictureError
 */
export async function decodeSource<Result>(
  input: SourceInput,
  use: (source: SourcePicture) => Promise<Result>,
): Promise<Decoded<Result>> {
  const probed = await probePicture({ ...input, path: input.original })
  const decode = (strictness: Strictness) => convertAndUse({ input, probed, strictness }, use)
  try {
    return { result: await decode('strict'), damage: null }
  } catch (error) {
    const failure = toPictureError(error)
    if (failure.reason !== 'damaged') throw failure
    return {
      result: await salvage(() => decode('lenient'), failure),
      damage: describeDamage(failure),
    }
  }
}

interface Attempt {
  input: SourceInput
  probed: ProbedPicture
  strictness: Strictness
}

async function convertAndUse<Result>(
  { input, probed, strictness }: Attempt,
  use: (source: SourcePicture) => Promise<Result>,
): Promise<Result> {
  await using readable = await openReadable(input, probed.format, strictness)
  const { path: original } = readable
  const read = await openPicture(original, input.maxPixels, 'lenient').metadata()
  const metadata = { ...read, orientation: probed.orientation }
  const levels = await findLevels(
    () => openPicture(original, input.maxPixels, strictness),
    metadata,
  )
  const rendering = { ...chooseRendering(input, metadata), levels }
  const isConverted = original !== input.original
  return await use({ ...input, original, metadata, rendering, strictness, isConverted })
}

/** If the second attempt fails because of the file too, reports the failure of the first one. */
async function salvage<Result>(
  decode: () => Promise<Result>,
  failure: PictureError,
): Promise<Result> {
  try {
    return await decode()
  } catch (error) {
    const second = toPictureError(error)
    throw ['damaged', 'unexplained'].includes(second.reason) ? failure : second
  }
}

function chooseRendering(
  { mirror, rotation }: SourceInput,
  { orientation = 1, space }: Metadata,
): Omit<Rendering, 'levels'> {
  const isGray = space === 'b-w' || space === 'grey16'
  return {
    orientation: combineOrientation(orientation, mirror, rotation),
    colorSpace: isGray ? 'b-w' : 'srgb',
  }
}
