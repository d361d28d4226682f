import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { ACCEPTED_CONTENT_TYPES } from '../../../../src/core/model/picture-format.ts'
import { PictureError } from '../../../../src/core/imaging/picture-error.ts'
import { probePicture } from '../../../../src/core/imaging/probe.ts'
import {
  fourColors,
  createPictureFolder,
  plain,
  pngBomb,
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
