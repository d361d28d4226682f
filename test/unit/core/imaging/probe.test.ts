import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ACCEPTED_CONTENT_TYPES } from '../../../../src/core/model/picture-format.ts'
import { PictureError } from '../../../../src/core/imaging/picture-error.ts'
import { probePicture } from '../../../../src/core/imaging/probe.ts'
import {
  fourColours,
  pictureFolder,
  plain,
  pngBomb,
  RED,
  withExif,
} from '../../../support/pictures.ts'

const limits = { maxPixels: 1_000_000, accepted: ACCEPTED_CONTENT_TYPES }

/** What is wrong with these bytes under that type. */
async function refusalOf(bytes: Uint8Array, contentType: string): Promise<PictureError> {
  await using folder = await pictureFolder()
  const path = await folder.write('original', bytes)
  const probed = probePicture({ path, contentType, ...limits })
  const error = await probed.catch((failure: unknown) => failure)
  if (error instanceof PictureError) return error
  throw new Error('the picture was not refused')
}

async function probe(bytes: Uint8Array, contentType: string) {
  await using folder = await pictureFolder()
  const path = await folder.write('original', bytes)
  return await probePicture({ path, contentType, ...limits })
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'

test.for([
  ['an SVG drawing called PNG', Buffer.from(SVG), /is SVG; accepted are image\/jpeg, /],
  ['a PDF', Buffer.from('%PDF-1.7\n'), /is PDF; accepted/],
  ['an empty file', Buffer.alloc(0), /is empty/],
  ['a text', Buffer.from('Not a picture'), /not a picture of a known format; accepted/],
] as const)('%s is refused as unsupported', async ([, bytes, message]) => {
  const error = await refusalOf(bytes, 'image/png')
  expect(error).toMatchObject({ reason: 'unsupported', permanent: true })
  expect(error.message).toMatch(message)
})

test('an intact picture under another accepted type is refused, naming both', async () => {
  const error = await refusalOf(await fourColours().png().toBuffer(), 'image/jpeg')
  expect(error.reason).toBe('unsupported')
  expect(error.message).toBe('The file is a PNG picture but was announced as image/jpeg.')
})

test('an HEIF picture that only calls itself AVIF is refused', async () => {
  const avif = await fourColours().avif({ effort: 0 }).toBuffer()
  avif.write('hvc1', avif.indexOf('av01'), 'latin1')
  const error = await refusalOf(avif, 'image/avif')
  expect(error.permanent).toBe(true)
  expect(error.message).toContain('hvcC')
  expect(error.message).not.toContain(tmpdir())
})

test('a picture of enormous size in a few bytes is refused by its header', async () => {
  const error = await refusalOf(pngBomb(50_000, 50_000), 'image/png')
  expect(error).toMatchObject({ reason: 'too_large', permanent: true })
})

test('the pixel limit itself is allowed, one pixel more is not', async () => {
  expect(await probe(pngBomb(1000, 1000), 'image/png')).toMatchObject({ width: 1000 })
  expect((await refusalOf(pngBomb(1001, 1000), 'image/png')).reason).toBe('too_large')
})

test.for([
  ['image/jpeg', () => fourColours().jpeg().toBuffer(), 100],
  ['image/png', () => fourColours().png().toBuffer(), 20],
  ['image/tiff', () => fourColours().tiff().toBuffer(), 40],
  ['image/webp', () => fourColours().webp().toBuffer(), 20],
  ['image/avif', () => fourColours().avif({ effort: 0 }).toBuffer(), 60],
  ['image/gif', () => fourColours().gif().toBuffer(), 8],
] as const)('%s cut off within its header is damaged', async ([contentType, make, kept]) => {
  const error = await refusalOf((await make()).subarray(0, kept), contentType)
  expect(error).toMatchObject({ reason: 'damaged', permanent: true })
  expect(error.message).toMatch(/damaged and can't be decoded \(.+\)/)
})

test('a file that is not there is a problem of storage and worth another try', async () => {
  await using folder = await pictureFolder()
  const missing = join(folder.path, 'missing.jpg')
  const probed = probePicture({ path: missing, contentType: 'image/jpeg', ...limits })
  await expect(probed).rejects.toMatchObject({ reason: 'storage', permanent: false })
})

test.for([
  ['jpeg', () => fourColours().jpeg().toBuffer()],
  ['png', () => fourColours().png().toBuffer()],
  ['tiff', () => fourColours().tiff().toBuffer()],
  ['tiff', () => fourColours().tiff({ bigtiff: true }).toBuffer()],
  ['webp', () => fourColours().webp().toBuffer()],
  ['avif', () => fourColours().avif({ effort: 0 }).toBuffer()],
  ['gif', () => fourColours().gif().toBuffer()],
] as const)('the header of an intact %s is read', async ([format, make]) => {
  expect(await probe(await make(), `image/${format}`)).toEqual({
    format,
    width: 96,
    height: 64,
    pages: 1,
    orientation: 1,
  })
})

test('width and height are those stored, and the orientation tells how to turn them', async () => {
  const jpeg = withExif(await fourColours().jpeg().toBuffer(), 6)
  const probed = await probe(jpeg, 'image/jpeg')
  expect(probed).toMatchObject({ width: 96, height: 64, orientation: 6 })
})

test('pages and frames are counted', async () => {
  await using folder = await pictureFolder()
  const pages = [fourColours(), plain(96, 64, RED)].map(async (page, index) => {
    const path = join(folder.path, `${index}.png`)
    await writeFile(path, await page.png().toBuffer())
    return path
  })
  const both = sharp(await Promise.all(pages), { join: { animated: true } })
  const expected = { width: 96, height: 64, pages: 2 }
  expect(await probe(await both.clone().tiff().toBuffer(), 'image/tiff')).toMatchObject(expected)
  expect(await probe(await both.clone().gif().toBuffer(), 'image/gif')).toMatchObject(expected)
})
