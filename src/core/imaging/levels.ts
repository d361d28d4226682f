import { PictureError } from './picture-error.ts'
import type { Metadata, Sharp } from './sharp.ts'

/** The factor and the summand that turn the samples of a picture into tones. */
export interface Levels {
  factor: number
  summand: number
}

const USUAL_DEPTHS: readonly (string | undefined)[] = ['uchar', 'ushort']
const SCALED_SPACES: readonly (string | undefined)[] = ['b-w', 'grey16', 'srgb', 'rgb16']

/**
 * Finds how to show signed, floating-point and 32-bit samples, of which decoders do not know what is white: from the least
 * to the greatest one, but floating-point samples from 0 to 1 if none is outside.
 * @returns undefined if the samples are tones
 * @throws PictureError
 */
export async function findLevels(
  open: () => Sharp,
  { depth, space }: Metadata,
): Promise<Levels | undefined> {
  if (USUAL_DEPTHS.includes(depth) || !SCALED_SPACES.includes(space)) return undefined
  const [black, white] = depth === 'uint' ? [0, 2 ** 32 - 1] : await findRange(open(), depth)
  const top = space === 'grey16' || space === 'rgb16' ? 65_535 : 255
  const factor = top / (white > black ? white - black : 1)
  return { factor, summand: -black * factor }
}

async function findRange(picture: Sharp, depth: string): Promise<[number, number]> {
  const { channels } = await picture.stats()
  const least = Math.min(...channels.map(({ min }) => min))
  const greatest = Math.max(...channels.map(({ max }) => max))
  const sum = channels.reduce((total, { mean }) => total + mean, greatest - least)
  if (!Number.isFinite(sum)) {
    const message =
      'The picture contains samples that are not numbers. Save it as gray or RGB with 8 or 16 bits.'
    throw new PictureError('unsupported', message)
  }
  return depth === 'float' && least >= 0 && greatest <= 1 ? [0, 1] : [least, greatest]
}
