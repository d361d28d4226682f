import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confineSharp, openPicture } from '../../../../src/core/imaging/sharp.ts'
import { combineOrientation } from '../../../../src/core/imaging/orientation.ts'
import { rotateOnDisk } from '../../../../src/core/imaging/rotate-on-disk.ts'
import { fourColors, createPictureFolder } from '../../../support/pictures.ts'

const MAX_PIXELS = 100_000_000

// By default libvips caches files by name, and these have the same name each time.
beforeAll(confineSharp)
// Test files share a process, and others read pictures from buffers.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))

test('leaves no working file after a failure', async () => {
  await using folder = await createPictureFolder()
  const place = { directory: folder.path, maxPixels: MAX_PIXELS }
  const failing = rotateOnDisk(fourColors(), combineOrientation(6, 'none', 0), place, async () => {
    throw new Error('no use')
  })
  await expect(failing).rejects.toThrow('no use')
  expect(await readdir(folder.path)).toEqual([])
})

test('turning on disk gives the same pixels as turning in memory', async () => {
  await using folder = await createPictureFolder()
  const place = { directory: folder.path, maxPixels: MAX_PIXELS, bandBytes: 1 }
  // Several bands in both directions, and neither side a multiple of the tile size.
  const wide = fourColors(540, 310)
  const pictures = [wide, wide.clone().toColorspace('b-w'), fourColors(2, 2)]
  for (const picture of pictures)
    for (const mirror of ['none', 'h'] as const)
      for (const rotation of [0, 90, 180, 270] as const) {
        const turn = combineOrientation(1, mirror, rotation)
        const inMemory = picture.clone().flop(turn.flop).rotate(turn.rotation).raw()
        const meant = await inMemory.toBuffer({ resolveWithObject: true })
        const onDisk = await rotateOnDisk(picture.clone(), turn, place, (turned) =>
          openPicture(turned, MAX_PIXELS)
            .toColorspace(meant.info.channels === 1 ? 'b-w' : 'srgb')
            .raw()
            .toBuffer({ resolveWithObject: true }),
        )
        expect(onDisk.info).toMatchObject({
          width: meant.info.width,
          height: meant.info.height,
          channels: meant.info.channels,
        })
        expect(onDisk.data.equals(meant.data)).toBe(true)
      }
})
