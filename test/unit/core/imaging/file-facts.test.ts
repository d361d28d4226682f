import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readFileFacts } from '../../../../src/core/imaging/file-facts.ts'
import { xmpOf } from '../../../support/image-metadata.ts'
import { tag, tiffFile } from '../../../support/corpus/tiff-file.ts'
import { createPictureFolder, fourColors } from '../../../support/pictures.ts'

const [MAKE, MODEL] = [0x010f, 0x0110]
const ASCII = 2

const ascii = (number: number, text: string) =>
  tag(number, ASCII, ...Buffer.from(`${text}\0`, 'latin1'))

interface Exif {
  gps?: Record<string, string>
  make?: string
  model?: string
  original?: string
  digitized?: string
}

/** Reads the facts of a picture that sharp writes with this EXIF data, and with a serial number. */
async function readBack(
  { make, model, original, digitized, gps = {} }: Exif,
  format: 'jpeg' | 'png' = 'jpeg',
) {
  const picture = await fourColors(8, 8)
    .withExif({
      IFD0: {
        ...(make !== undefined && { Make: make }),
        ...(model !== undefined && { Model: model }),
      },
      IFD2: {
        ...(original !== undefined && { DateTimeOriginal: original }),
        ...(digitized !== undefined && { DateTimeDigitized: digitized }),
        BodySerialNumber: 'SECRET',
      },
      IFD3: gps,
    })
    .toFormat(format)
    .toBuffer()
  const { exif } = await sharp(picture).metadata()
  return readFileFacts({ path: '', contentType: `image/${format}` }, { exif })
}

const BERLIN = {
  GPSLatitudeRef: 'N',
  GPSLatitude: '52/1 31/1 12/1',
  GPSLongitudeRef: 'W',
  GPSLongitude: '13/1 24300/1000 0/1',
}

test.each(['jpeg', 'png'] as const)(
  'reads camera, day and position from a %s, and nothing else',
  async (format) => {
    const exif = { make: 'Canon', model: 'Canon EOS 5D', original: '2019:05:04 10:22:31' }
    const gps = { ...BERLIN, GPSImgDirectionRef: 'T', GPSImgDirection: '36000/100' }
    expect(await readBack({ ...exif, gps }, format)).toEqual({
      camera: 'Canon EOS 5D',
      capturedOn: '2019-05-04',
      position: '52.52, -13.405, 0',
    })
  },
)

test.each([
  [{ make: 'NIKON CORPORATION', model: 'NIKON D850' }, 'NIKON D850'],
  [{ make: 'Epson', model: 'Perfection V850' }, 'Epson Perfection V850'],
  [{ make: 'Epson' }, 'Epson'],
  [{ model: 'V850' }, 'V850'],
  [{ make: 'A\u0007B', model: 'C\nD' }, 'AB C D'],
  [{ make: 'x'.repeat(5000), model: 'Fine' }, 'Fine'],
  [{ make: 'y'.repeat(99), model: 'z'.repeat(99) }, 'y'.repeat(99)],
  [{ make: ' ' }, null],
])('shortens and cleans the name of the camera: %j', async (exif, camera) => {
  expect((await readBack(exif)).camera).toBe(camera)
})

test.each([
  [{ original: '2021:02:30 00:00:00', digitized: '2021:03:01 08:00:00' }, '2021-03-01'],
  [{ original: '0000:00:00 00:00:00' }, null],
  [{ original: '    :  :     :  :  ' }, null],
  [{ original: '2021:13:01 00:00:00' }, null],
  [{ original: '2021:01:01<script>' }, null],
  [{ original: '1905:06:01 00:00:00' }, '1905-06-01'],
])('reads only days that exist: %j', async (exif, day) => {
  expect((await readBack(exif)).capturedOn).toBe(day)
})

test.each([
  ['a latitude alone', { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' }, null],
  ['no letter', { ...BERLIN, GPSLongitudeRef: ' ' }, null],
  ['a letter of the other axis', { ...BERLIN, GPSLatitudeRef: 'E' }, null],
  ['a denominator of 0', { ...BERLIN, GPSLatitude: '52/0 31/1 12/1' }, null],
  ['seconds that are no number', { ...BERLIN, GPSLatitude: '52/1 31/1 0/0' }, null],
  ['a place outside of the world', { ...BERLIN, GPSLatitude: '90/1 0/1 1/1' }, null],
  ['no fix', { ...BERLIN, GPSLatitude: '0/1 0/1 0/1', GPSLongitude: '0/1 0/1 0/1' }, null],
  ['degrees with decimals', { ...BERLIN, GPSLatitude: '5252/100 0/1 0/1' }, '52.52, -13.405'],
  [
    'a magnetic direction',
    { ...BERLIN, GPSImgDirectionRef: 'M', GPSImgDirection: '90/1' },
    '52.52, -13.405',
  ],
  [
    'an impossible direction',
    { ...BERLIN, GPSImgDirectionRef: 'T', GPSImgDirection: '361/1' },
    '52.52, -13.405',
  ],
])('reads only positions that a camera can have: %s', async (_, gps, position) => {
  expect((await readBack({ gps })).position).toBe(position)
})

test('reads the directory of a TIFF file', async () => {
  await using folder = await createPictureFolder()
  for (const big of [false, true]) {
    const tags = [ascii(MAKE, 'Heidelberg'), ascii(MODEL, 'Tango')]
    const path = await folder.write(`${big}.tif`, tiffFile({ big, order: 'MM', tags }))
    const facts = await readFileFacts({ path, contentType: 'image/tiff' }, {})
    expect(facts).toEqual({ camera: 'Heidelberg Tango', capturedOn: null, position: null })
  }
})

test.each([
  ['empty', ''],
  ['cut off', '49492a0008000000ff'],
  ['a directory beyond the end', '49492a00ffffff7f'],
  ['more fields than a directory may have', '49492a0008000000ffff'],
  ['a text beyond the end', '49492a000800000001000f010200400000ffffff7f00000000'],
  ['a directory within itself', '49492a00080000000100698704000100000008000000'],
  ['a GPS directory within itself', '49492a00080000000100258804000100000008000000'],
  ['a GPS directory beyond the end', '49492a000800000001002588040001000000ffffff7f00000000'],
])('ignores damaged data: %s', async (_, hex) => {
  const exif = Buffer.from(hex.replaceAll(' ', ''), 'hex')
  expect(await readFileFacts({ path: '', contentType: 'image/jpeg' }, { exif })).toEqual({
    camera: null,
    capturedOn: null,
    position: null,
  })
})

const XMP = xmpOf(
  '<tiff:Make>Phase One</tiff:Make><tiff:Model>IQ4</tiff:Model><dc:creator><rdf:Seq><rdf:li>SECRET</rdf:li></rdf:Seq></dc:creator>' +
    '<exif:DateTimeOriginal>2021-03-01T08:00:00+01:00</exif:DateTimeOriginal>',
)

test.each([
  [XMP, {}, { camera: 'Phase One IQ4', capturedOn: '2021-03-01', position: null }],
  [XMP, { Model: 'V850' }, { camera: 'V850', capturedOn: '2021-03-01', position: null }],
  [
    xmpOf('', 'xmp:CreateDate="2020-02-29"'),
    {},
    { camera: null, capturedOn: '2020-02-29', position: null },
  ],
  [xmpOf('', 'xmp:CreateDate="2020-02"'), {}, { camera: null, capturedOn: null, position: null }],
  [`<!DOCTYPE x>${XMP}`, {}, { camera: null, capturedOn: null, position: null }],
  [XMP.slice(0, 400), {}, { camera: null, capturedOn: null, position: null }],
  [
    xmpOf('<a>'.repeat(18_000), 'xmp:CreateDate="2020-02-29"'),
    {},
    { camera: null, capturedOn: null, position: null },
  ],
  [
    xmpOf('', 'exif:GPSLatitude="47,33.6N" exif:GPSLongitude="7,30,36W"'),
    {},
    { camera: null, capturedOn: null, position: '47.56, -7.51' },
  ],
  [
    xmpOf('', 'exif:GPSLatitude="47,33.6E" exif:GPSLongitude="7,30,36W"'),
    {},
    { camera: null, capturedOn: null, position: null },
  ],
])('reads from XMP what EXIF does not tell: %#', async (packet, IFD0, expected) => {
  const written = fourColors(8, 8).withExif({ IFD0 }).withXmp(packet)
  const { exif, xmp } = await sharp(await written.jpeg().toBuffer()).metadata()
  expect(await readFileFacts({ path: '', contentType: 'image/jpeg' }, { exif, xmp })).toEqual(
    expected,
  )
})
