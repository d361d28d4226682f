import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toPicture } from '../../../../../src/cli/import/check/metadata-blocks.ts'
import { readExifOrientation } from '../../../../../src/cli/import/check/exif-orientation.ts'
import { plain } from '../../../../support/pictures.ts'

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), data, Buffer.alloc(4)])
}

/** Creates a PNG with an additional chunk after its header. */
async function pngWith(type: string, data: Buffer): Promise<Buffer> {
  const png = await plain(8, 8, [1, 2, 3]).png().toBuffer()
  return Buffer.concat([png.subarray(0, 33), chunk(type, data), png.subarray(33)])
}

const readOrientation = (png: Buffer) => readExifOrientation('png', toPicture(png))

const EXIF = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')

test('reads the orientation of a PNG from its eXIf chunk', async () => {
  expect(await readOrientation(await pngWith('eXIf', EXIF))).toBe(6)
})

test.each(['jpeg', 'tiff', 'webp'] as const)(
  'reads the orientation of a file in %s',
  async (format) => {
    const file = await plain(8, 8, [1, 2, 3])
      .withMetadata({ orientation: 6 })
      .toFormat(format)
      .toBuffer()
    expect(await readExifOrientation(format, toPicture(file))).toBe(6)
  },
)

test.each(['0000', '0009'])('ignores the orientation %s, which there is not', async (value) => {
  const exif = Buffer.from(`4d4d002a0000000800010112000300000001${value}000000000000`, 'hex')
  expect(await readOrientation(await pngWith('eXIf', exif))).toBeUndefined()
})

test('ignores damaged data', async () => {
  expect(await readOrientation(await pngWith('eXIf', EXIF.subarray(0, 12)))).toBeUndefined()
})

test('never decompresses chunks of a PNG, which could be bombs', async () => {
  const profile = `\nexif\n      ${EXIF.length + 6}\n${Buffer.concat([Buffer.from('Exif\0\0'), EXIF]).toString('hex')}\n`
  const keyword = Buffer.from('Raw profile type exif\0', 'latin1')
  const packed = deflateSync(profile)
  const zTXt = await pngWith('zTXt', Buffer.concat([keyword, Buffer.from([0]), packed]))
  const iTXt = await pngWith('iTXt', Buffer.concat([keyword, Buffer.from([1, 0, 0, 0]), packed]))
  expect(await readOrientation(zTXt)).toBeUndefined()
  expect(await readOrientation(iTXt)).toBeUndefined()
})
