import { MAX_DECODED_PIXELS } from '../base/limits.ts'
import type { Size } from '../iiif/full-image.ts'
import { openPicture } from './sharp.ts'
import { toPictureError } from './decoder-failure.ts'

export type ResizeKernel = 'nearest' | 'linear' | 'cubic' | 'lanczos3'

/** The picture that a vision model takes: resized, then cropped around the center. */
export interface ModelInputSize {
  /** A fixed size, which may distort the picture, or the length of the shorter side. */
  resize: Size | { shortestSide: number }
  /** Size of the part that is cut from the resized picture. */
  crop: Size
  kernel: ResizeKernel
}

/**
 * Reads a picture as the input of a vision model: upright, on white, in sRGB.
 * @returns RGB with 8 bits, in rows
 * @throws PictureError
 */
export async function readModelInput(path: string, input: ModelInputSize): Promise<Uint8Array> {
  try {
    const picture = openPicture(path, MAX_DECODED_PIXELS).autoOrient()
    const { autoOrient: stored } = await picture.metadata()
    const size = 'width' in input.resize ? input.resize : scaleShorterSide(stored, input.resize)
    const { crop, kernel } = input
    return await picture
      .resize(size.width, size.height, { fit: 'fill', kernel })
      .extract({
        left: Math.floor((size.width - crop.width) / 2),
        top: Math.floor((size.height - crop.height) / 2),
        ...crop,
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw()
      .toBuffer()
  } catch (error) {
    throw toPictureError(error)
  }
}

/** Rounds the longer side down, as transformers does. */
function scaleShorterSide(stored: Size, { shortestSide }: { shortestSide: number }): Size {
  const shorter = Math.min(stored.width, stored.height)
  const scale = (side: number): number => Math.floor((shortestSide * side) / shorter)
  return { width: scale(stored.width), height: scale(stored.height) }
}
