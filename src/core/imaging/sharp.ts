import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'

/** Loaders of the accepted formats, under libvips' own names; no other one may ever see a file. */
const ALLOWED_LOADERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadTiffFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadHeifFile',
  'VipsForeignLoadNsgifFile',
]

/**
 * Sets up sharp for a process that decodes files of strangers: only the accepted loaders, one thread, and no cache of
 * finished work. It holds for the whole process and can't be undone, so only the image child calls it.
 */
export function confineSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ALLOWED_LOADERS })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Starts the threads that pictures are worked on with. @throws when the system refuses to */
export async function startThreads(): Promise<void> {
  const picture = { width: 1, height: 1, channels: 3, background: '#ffffff' } as const
  await sharp({ create: picture }).raw().toBuffer()
}

/**
 * How damage is met. `strict`: a warning counts as damage, because less turns a broken JPEG into a mostly grey picture
 * and calls it a success. `warned`: errors do, warnings don't. `lenient`: what can't be decoded stays grey, black or white.
 */
export type Strictness = 'strict' | 'warned' | 'lenient'

const FAIL_ON = { strict: 'warning', warned: 'error', lenient: 'none' } as const

/** Opens the first page or frame of a file, strictly unless told otherwise. */
export function openPicture(
  path: string,
  maxPixels: number,
  strictness: Strictness = 'strict',
): Sharp {
  return sharp(path, { failOn: FAIL_ON[strictness], limitInputPixels: maxPixels })
}

/** Shrinks to fit into a square of that side; never enlarges. */
export function within(picture: Sharp, side: number): Sharp {
  return picture.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

/** Pixels in memory, 8 bits per channel, row after row. */
export interface Pixels {
  data: Buffer
  width: number
  height: number
  channels: 1 | 3
}

export function openPixels({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } })
}

export type { Metadata, Sharp }
