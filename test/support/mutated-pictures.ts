import { numbersFrom, type Below } from './seeded-numbers.ts'
import { fourColors, withExif } from './pictures.ts'

export interface MutatedPicture {
  bytes: Buffer
  contentType: string
}

/** Creates small pictures in every kind of encoding of the accepted formats. */
async function intactPictures(): Promise<MutatedPicture[]> {
  const jpeg = await fourColors().jpeg().toBuffer()
  const made: [string, Promise<Buffer> | Buffer][] = [
    ['image/jpeg', withExif(jpeg, 6)],
    ['image/jpeg', fourColors().jpeg({ progressive: true }).withIccProfile('p3').toBuffer()],
    ['image/jpeg', fourColors().toColorspace('cmyk').jpeg().toBuffer()],
    ['image/png', fourColors().png().toBuffer()],
    ['image/png', fourColors().toColorspace('rgb16').png({ progressive: true }).toBuffer()],
    ['image/png', fourColors().png({ palette: true }).toBuffer()],
    ['image/tiff', fourColors().tiff({ compression: 'none' }).toBuffer()],
    ['image/tiff', fourColors().tiff({ compression: 'lzw', predictor: 'horizontal' }).toBuffer()],
    ['image/tiff', fourColors().tiff({ compression: 'jpeg', tile: true }).toBuffer()],
    ['image/tiff', fourColors().tiff({ compression: 'deflate', bigtiff: true }).toBuffer()],
    [
      'image/tiff',
      fourColors()
        .toColorspace('b-w')
        .threshold()
        .tiff({ compression: 'ccittfax4', bitdepth: 1 })
        .toBuffer(),
    ],
    ['image/webp', fourColors().webp().toBuffer()],
    ['image/webp', fourColors().ensureAlpha(0.5).webp({ lossless: true }).toBuffer()],
    ['image/avif', fourColors().avif({ effort: 0 }).toBuffer()],
    ['image/gif', fourColors().gif().toBuffer()],
  ]
  return Promise.all(
    made.map(async ([contentType, bytes]) => ({ contentType, bytes: await bytes })),
  )
}

/** Yields endless pictures with bytes changed, removed or repeated; the same for the same seed. */
export async function* mutatedPictures(seed: number): AsyncGenerator<MutatedPicture> {
  const intact = await intactPictures()
  const below = numbersFrom(seed)
  for (;;) {
    const { bytes, contentType } = intact[below(intact.length)]!
    yield { contentType, bytes: MUTATIONS[below(MUTATIONS.length)]!(bytes, below) }
  }
}

const MUTATIONS: readonly ((bytes: Buffer, below: Below) => Buffer)[] = [
  alterSome,
  alterHeader,
  cutOff,
  (bytes, below) => {
    const at = below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + below(40))])
  },
  (bytes, below) => {
    const at = below(bytes.length)
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - below(200)))])
  },
]

function alterSome(bytes: Buffer, below: Below): Buffer {
  const altered = Buffer.from(bytes)
  for (let left = 1 + below(20); left > 0; left -= 1) altered[below(bytes.length)] = below(256)
  return altered
}

/** Alters the header, with sizes, offsets and counts. */
function alterHeader(bytes: Buffer, below: Below): Buffer {
  const altered = Buffer.from(bytes)
  for (let left = 1 + below(6); left > 0; left -= 1) {
    const at = 8 + below(Math.min(300, bytes.length - 8))
    altered[at] = [0, 1, 0x7f, 0x80, 0xff][below(5)]!
  }
  return altered
}

function cutOff(bytes: Buffer, below: Below): Buffer {
  return bytes.subarray(0, 1 + below(bytes.length - 1))
}
