import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ACCEPTED_CONTENT_TYPES } from '../../../../src/core/model/picture-format.ts'
import { PictureError } from '../../../../src/core/imaging/picture-error.ts'
import { probePicture } from '../../../../src/core/imaging/probe.ts'
import { createRandom } from '../../../support/campaign.ts'
import { REFUSED_JPEGS } from '../../../support/corpus/jpeg-frames.ts'
import { deflatedZeros } from '../../../support/corpus/png-file.ts'
import {
  LONG,
  pictureTags,
  place,
  SHORT,
  tag,
  tiffFile,
  type Tag,
} from '../../../support/corpus/tiff-file.ts'
import {
  fourColors,
  createPictureFolder,
  plain,
  pngBomb,
  pngChunk,
  RED,
  withExif,
} from '../../../support/pictures.ts'

const limits = { maxPixels: 1_000_000, accepted: ACCEPTED_CONTENT_TYPES }

/** Returns the error for these bytes with that type. */
async function refusalOf(bytes: Uint8Array, contentType: string): Promise<PictureError> {
  await using folder = await createPictureFolder()
  const path = await folder.write('original', bytes)
  const probed = probePicture({ path, contentType, ...limits })
  const error = await probed.catch((failure: unknown) => failure)
  if (error instanceof PictureError) return error
  throw new Error('the picture was not refused')
}

async function probe(bytes: Uint8Array, contentType: string) {
  await using folder = await createPictureFolder()
  const path = await folder.write('original', bytes)
  return await probePicture({ path, contentType, ...limits })
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'

test.for([
  ['an SVG drawing called PNG', Buffer.from(SVG), /is SVG; accepted are image\/jpeg, /],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /is PDF; accepted/],
  ['an empty file', Buffer.alloc(0), /is empty/],
  ['a text', Buffer.from('Not a picture'), /not a picture of a known format; accepted/],
] as const)('rejects %s as unsupported', async ([, bytes, message]) => {
  const error = await refusalOf(bytes, 'image/png')
  expect(error).toMatchObject({ reason: 'unsupported', permanent: true })
  expect(error.message).toMatch(message)
})

test('rejects a picture announced as another accepted type, and names both types', async () => {
  const error = await refusalOf(await fourColors().png().toBuffer(), 'image/jpeg')
  expect(error.reason).toBe('unsupported')
  expect(error.message).toBe('The file is a PNG picture but was announced as image/jpeg.')
})

test.for(REFUSED_JPEGS)('rejects a JPEG with %s as unsupported', async ([reason, bytes]) => {
  const error = await refusalOf(bytes, 'image/jpeg')
  expect(error).toMatchObject({ reason: 'unsupported', permanent: true })
  expect(error.message).toContain(`The file is a JPEG with ${reason}, which cannot be decoded.`)
})

test('rejects a HEIF picture that is labeled as AVIF', async () => {
  const avif = await fourColors().avif({ effort: 0 }).toBuffer()
  avif.write('hvc1', avif.indexOf('av01'), 'latin1')
  const error = await refusalOf(avif, 'image/avif')
  expect(error.permanent).toBe(true)
  expect(error.message).toContain('hvcC')
  expect(error.message).not.toContain(tmpdir())
})

test('rejects a small file with an enormous picture by its header', async () => {
  const error = await refusalOf(pngBomb(50_000, 50_000), 'image/png')
  expect(error).toMatchObject({ reason: 'too_large', permanent: true })
})

test('accepts exactly the pixel limit', async () => {
  expect(await probe(pngBomb(1000, 1000), 'image/png')).toMatchObject({ width: 1000 })
  expect((await refusalOf(pngBomb(1001, 1000), 'image/png')).reason).toBe('too_large')
})

test.for([
  ['image/jpeg', () => fourColors().jpeg().toBuffer(), 100],
  ['image/png', () => fourColors().png().toBuffer(), 20],
  ['image/tiff', () => fourColors().tiff().toBuffer(), 40],
  ['image/webp', () => fourColors().webp().toBuffer(), 20],
  ['image/avif', () => fourColors().avif({ effort: 0 }).toBuffer(), 60],
  ['image/gif', () => fourColors().gif().toBuffer(), 8],
] as const)('reports %s with a truncated header as damaged', async ([contentType, make, kept]) => {
  const error = await refusalOf((await make()).subarray(0, kept), contentType)
  expect(error).toMatchObject({ reason: 'damaged', permanent: true })
  expect(error.message).toMatch(/damaged and can't be decoded \(.+\)/)
})

test('reports a missing file as a temporary storage error', async () => {
  await using folder = await createPictureFolder()
  const missing = join(folder.path, 'missing.jpg')
  const probed = probePicture({ path: missing, contentType: 'image/jpeg', ...limits })
  await expect(probed).rejects.toMatchObject({ reason: 'storage', permanent: false })
})

test.for([
  ['jpeg', () => fourColors().jpeg().toBuffer()],
  ['png', () => fourColors().png().toBuffer()],
  ['tiff', () => fourColors().tiff().toBuffer()],
  ['tiff', () => fourColors().tiff({ bigtiff: true }).toBuffer()],
  ['webp', () => fourColors().webp().toBuffer()],
  ['avif', () => fourColors().avif({ effort: 0 }).toBuffer()],
  ['gif', () => fourColors().gif().toBuffer()],
] as const)('reads the header of %s', async ([format, make]) => {
  expect(await probe(await make(), `image/${format}`)).toEqual({
    format,
    width: 96,
    height: 64,
    pages: 1,
    orientation: 1,
  })
})

test('returns the stored width and height, and the orientation', async () => {
  const jpeg = withExif(await fourColors().jpeg().toBuffer(), 6)
  const probed = await probe(jpeg, 'image/jpeg')
  expect(probed).toMatchObject({ width: 96, height: 64, orientation: 6 })
})

test('counts pages and frames', async () => {
  await using folder = await createPictureFolder()
  const pages = [fourColors(), plain(96, 64, RED)].map(async (page, index) => {
    const path = join(folder.path, `${index}.png`)
    await writeFile(path, await page.png().toBuffer())
    return path
  })
  const both = sharp(await Promise.all(pages), { join: { animated: true } })
  const expected = { width: 96, height: 64, pages: 2 }
  expect(await probe(await both.clone().tiff().toBuffer(), 'image/tiff')).toMatchObject(expected)
  expect(await probe(await both.clone().gif().toBuffer(), 'image/gif')).toMatchObject(expected)
})

/** Inserts chunks before the pixels of a PNG. */
async function withChunks(...chunks: Buffer[]): Promise<Buffer> {
  const png = await fourColors().png().toBuffer()
  const at = 8 + 25
  return Buffer.concat([png.subarray(0, at), ...chunks, png.subarray(at)])
}

const TEXT_HEADS = { zTXt: 'Comment\0\0', iTXt: 'Comment\0\x01\0en\0Kommentar\0', iCCP: 'p\0\0' }

function compressedChunk(type: keyof typeof TEXT_HEADS, stream: Buffer): Buffer {
  return pngChunk(type, Buffer.concat([Buffer.from(TEXT_HEADS[type], 'latin1'), stream]))
}

const ZEROS = deflatedZeros(16 * 1024 ** 2)

test.for([
  ['zTXt', 5, ZEROS],
  ['iTXt', 5, ZEROS],
  ['iCCP', 5, ZEROS],
  ['zTXt', 5, Buffer.concat([ZEROS.subarray(0, -4), Buffer.from('oops')])],
] as const)('rejects a PNG whose %s chunks inflate to too much', async ([type, count, stream]) => {
  const chunks = Array<Buffer>(count).fill(compressedChunk(type, stream))
  const error = await refusalOf(await withChunks(...chunks), 'image/png')
  expect(error).toMatchObject({ reason: 'too_large', permanent: true })
  expect(error.message).toContain('more than 64 MiB. Save the picture again without this metadata.')
})

test('accepts a PNG with the profile of a press and the metadata of an editor', async () => {
  const random = createRandom(5)
  const profile = Buffer.from(Array.from({ length: 3e6 }, () => Math.floor(random() * 256)))
  const png = await withChunks(
    compressedChunk('iCCP', deflateSync(profile)),
    ...Array<Buffer>(3).fill(
      compressedChunk('zTXt', deflateSync(Buffer.alloc(4e6, 'Raw profile'))),
    ),
    compressedChunk('iTXt', deflateSync(Buffer.alloc(8e6, '<xmp>'))),
    pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x/>', 'latin1')),
  )
  expect(await probe(png, 'image/png')).toMatchObject({ width: 96, height: 64 })
})

test('rejects a TIFF with many fields of the same bytes', async () => {
  const bytes = Buffer.alloc(1e6)
  const pixels = Buffer.alloc(96 * 64)
  const picture = { width: 96, height: 64, bits: 8, samples: 1, photometric: 1, pixels }
  const fields = Array.from({ length: 500 }, (_, index) => ({
    ...place(50_000 + index, 7, 0, 0, 0, 0, 0),
    count: bytes.length,
  }))
  const tiff = tiffFile({ tags: pictureTags(picture, ...fields), data: bytes })
  const error = await refusalOf(tiff, 'image/tiff')
  expect(error).toMatchObject({ reason: 'damaged', permanent: true })
  expect(error.message).toContain('its fields are longer than the file')
})

/** A CIELab TIFF of 8 bits, with tags replaced or left out. */
function labTiff({ others = [], without = [] }: { others?: Tag[]; without?: number[] }): Buffer {
  const pixels = Buffer.alloc(96 * 64 * 3)
  const picture = { width: 96, height: 64, bits: 8, samples: 3, photometric: 8, pixels }
  const tags = pictureTags(picture, ...others).filter((given) => !without.includes(given.tag))
  return tiffFile({ tags, data: pixels })
}

test.for([
  ['of 0 × 0', labTiff({ others: [tag(256, LONG, 0), tag(257, LONG, 0)] })],
  ['without a width', labTiff({ without: [256] })],
  ['without a height', labTiff({ without: [257] })],
] as const)('reports a CIELab TIFF %s as damaged', async ([, tiff]) => {
  const error = await refusalOf(tiff, 'image/tiff')
  expect(error).toMatchObject({ reason: 'damaged', permanent: true })
  expect(error.message).toContain('the header gives no size')
})

test.for([
  [6, 6],
  [0, 1],
  [99, 1],
] as const)('reads orientation %d of a CIELab TIFF as %d', async ([written, read]) => {
  const tiff = labTiff({ others: [tag(274, SHORT, written)] })
  expect(await probe(tiff, 'image/tiff')).toMatchObject({ width: 96, orientation: read })
})

test('rejects an AVIF with many items of the same bytes', async () => {
  const avif = await fourColors().avif({ effort: 0 }).toBuffer()
  const iloc = avif.indexOf('iloc')
  // Version and flags, the sizes of offset and length, and the count of items precede the first item with its one extent.
  const firstLength = iloc + 4 + 4 + 2 + 2 + 10 + 4
  avif.writeUInt32BE(0x7fff_ffff, firstLength)
  const error = await refusalOf(avif, 'image/avif')
  expect(error).toMatchObject({ reason: 'damaged', permanent: true })
  expect(error.message).toContain('its fields are longer than the file')
})
