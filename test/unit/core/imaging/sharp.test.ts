import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confineSharp, openPicture } from '../../../../src/core/imaging/sharp.ts'
import { fourColors, createPictureFolder } from '../../../support/pictures.ts'

beforeAll(confineSharp)
// Test files share a process, and others read pictures from buffers.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))

test.for([
  ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['a PDF', Buffer.from('%PDF-1.7\n')],
  ['a portable pixmap', Buffer.from('P6 1 1 255\n\0\0\0', 'latin1')],
] as const)('does not open %s', async ([, bytes]) => {
  await using folder = await createPictureFolder()
  const path = await folder.write('original.png', bytes)
  await expect(openPicture(path, 1000).metadata()).rejects.toThrow(/unsupported image format/)
})

test.for(['jpeg', 'png', 'tiff', 'webp', 'avif', 'gif'] as const)('decodes %s', async (format) => {
  await using folder = await createPictureFolder()
  const path = join(folder.path, `picture.${format}`)
  await fourColors().toFormat(format).toFile(path)
  const { info } = await openPicture(path, 1_000_000).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 96, height: 64 })
})

test('sets one thread and no caches', () => {
  expect(sharp.concurrency()).toBe(1)
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, items: { max: 0 } })
})
