import sharp from 'sharp'
import type { Metadata, Sharp, SharpOptions } from 'sharp'

/** libvips' names of the loaders of the accepted formats; all other loaders are blocked. */
const ALLOWED_LOADERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadJpegBuffer',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadTiffFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadHeifFile',
  'VipsForeignLoadNsgifFile',
]

/**
 * Configures sharp for untrusted files: only the accepted loaders, one thread, and no operation cache. It applies to
 * the whole process and cannot be undone, so only the image child calls it.
 */
export function confineSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ALLOWED_LOADERS })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Starts libvips' threads. @throws if the system refuses a thread */
export async function startThreads(): Promise<void> {
  const picture = { width: 1, height: 1, channels: 3, background: '#ffffff' } as const
  await sharp({ create: picture }).raw().toBuffer()
}

/**
 * When decoding fails. `strict`: on warnings too, because libjpeg only warns of a truncated JPEG. `warned`: on errors
 * only. `lenient`: never; parts that cannot be decoded stay gray, black or white.
 */
export type Strictness = 'strict' | 'warned' | 'lenient'

const FAIL_ON = { strict: 'warning', warned: 'error', lenient: 'none' } as const

/** Opens the first page or frame of a file; `strict` by default. */
export function openPicture(
  path: string,
  maxPixels: number,
  strictness: Strictness = 'strict',
  options: SharpOptions = {},
): Sharp {
  return sharp(path, {
    failOn: FAIL_ON[strictness],
    limitInputPixels: maxPixels,
    ...options,
  })
}

/** Opens JPEGs of equal size as one picture, row by row. Those at the right and the bottom edge may be smaller. */
export function openGrid(jpegs: readonly Buffer[], columns: number): Sharp {
  const [first] = jpegs
  if (jpegs.length === 1) return sharp(first)
  // Joined gray pictures would get further channels, of which sharp takes the last one for transparency.
  return sharp([...jpegs], { join: { across: columns } }).pipelineColourspace('srgb')
}

/** Shrinks a picture to fit into a square; never enlarges it. */
export function fitWithin(picture: Sharp, side: number): Sharp {
  return picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

/** Pixels in memory, 8 bits per channel, in rows. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3
}

export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

export type { Metadata, Sharp, SharpOptions }
