import { fourColors } from '../pictures.ts'

const jpeg = await fourColors().jpeg().toBuffer()
const frameAt = jpeg.indexOf(Buffer.from([0xff, 0xc0]))

/** A JPEG whose header names another coding or depth. */
function withFrame({ marker = 0xc0, bits = 8 }: { marker?: number; bits?: number }): Buffer {
  const bytes = Buffer.from(jpeg)
  bytes[frameAt + 1] = marker
  bytes[frameAt + 4] = bits
  return bytes
}

/** JPEGs that no decoder of the server reads, and why. */
export const REFUSED_JPEGS: readonly (readonly [reason: string, bytes: Buffer])[] = [
  ['samples of 12 bits', withFrame({ marker: 0xc1, bits: 12 })],
  ['samples of 16 bits', withFrame({ marker: 0xc3, bits: 16 })],
  ['lossless arithmetic coding', withFrame({ marker: 0xcb })],
  ['the coding of JPEG-LS', withFrame({ marker: 0xf7 })],
  ...[0xc5, 0xc6, 0xc7, 0xcd, 0xce, 0xcf].map(
    (marker) => ['hierarchical coding', withFrame({ marker })] as const,
  ),
]
