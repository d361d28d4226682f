import { expect, test } from 'vitest'
import {
  ACCEPTED_CONTENT_TYPES,
  explainUnacceptedType,
  listContentTypes,
  findExtension,
  findFormat,
  sniffForeignFormat,
  sniffFormat,
} from '../../../../src/core/model/picture-format.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'))

function ftyp(major: string, ...compatible: string[]): Uint8Array {
  const brands = [major, '\0\0\0\0', ...compatible].join('')
  return Buffer.from(`\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`, 'latin1')
}

test.for([
  ['nothing at all', bytes('')],
  ['half a PNG signature', bytes('89504e47')],
  ['a RIFF file that is sound', Buffer.from('RIFF\0\0\0\0WAVEfmt ', 'latin1')],
  ['a film', ftyp('isom', 'mp42')],
  ['a text', Buffer.from('GIF is what this text is about')],
] as const)('recognizes no format in %s', ([, head]) => {
  expect(sniffFormat(head)).toBeUndefined()
  expect(sniffForeignFormat(head)).toBeUndefined()
})

test.for([
  ['JPEG XL', bytes('ff0a fa1f')],
  ['JPEG XL', bytes('0000000c4a584c200d0a870a')],
  ['PDF', Buffer.from('%PDF-1.7')],
  ['BMP', Buffer.from('BM')],
  ['Photoshop', Buffer.from('8BPS\0\x01')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['SVG', Buffer.from('<?xml version="1.0"?>\n<!-- drawn -->\n<svg width="1">')],
] as const)('names %s, which is not accepted', ([name, head]) => {
  expect(sniffForeignFormat(head)).toBe(name)
  expect(sniffFormat(head)).toBeUndefined()
})

test.for([
  ['jpeg', bytes('ffd8ffe0 0010')],
  ['png', bytes('89504e470d0a1a0a 0000')],
  ['tiff', bytes('49492a00 08000000')],
  ['tiff', bytes('4d4d002a 00000008')],
  ['tiff', bytes('49492b00 0800')],
  ['tiff', bytes('4d4d002b 0008')],
  ['webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
  ['avif', ftyp('avif', 'mif1', 'miaf')],
  ['avif', ftyp('mif1', 'avif', 'miaf')],
  ['avif', ftyp('avis', 'msf1')],
  ['gif', Buffer.from('GIF87a')],
  ['gif', Buffer.from('GIF89a')],
  ['heic', ftyp('heic', 'mif1', 'heic')],
  ['heic', ftyp('mif1', 'mif1', 'heic')],
  ['heic', ftyp('msf1', 'hevc')],
  ['heic', ftyp('mif1')],
  ['jp2', bytes('0000000c6a5020200d0a870a')],
  ['jp2', bytes('ff4fff51 002f')],
] as const)('recognizes %s by its first bytes', ([name, head]) => {
  expect(sniffFormat(head)?.name).toBe(name)
})

test('reads a view into a larger buffer from the start of the view', () => {
  const larger = Buffer.concat([Buffer.from('noise'), ftyp('mif1', 'avif')])
  expect(sniffFormat(larger.subarray(5))?.name).toBe('avif')
})

test('every accepted type has an extension for its files', () => {
  const extensions = ACCEPTED_CONTENT_TYPES.map((type) => [type, findExtension(type)])
  expect(Object.fromEntries(extensions)).toEqual({
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/tiff': 'tif',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/gif': 'gif',
    'image/heic': 'heic',
    'image/jp2': 'jp2',
  })
})

test.for(['image/bmp', 'image/svg+xml', 'image/jpg', 'IMAGE/JPEG', 'constructor', ''])(
  'rejects the type %j',
  (type) => {
    expect(findFormat(type)).toBeUndefined()
    expect(findExtension(type)).toBeUndefined()
  },
)

test('accepts types that need a host program if it is installed, otherwise names it in the error', () => {
  const everywhere = listContentTypes([])
  expect(everywhere).toEqual([
    'image/jpeg',
    'image/png',
    'image/tiff',
    'image/webp',
    'image/avif',
    'image/gif',
  ])
  expect(listContentTypes(['heif-convert'])).toEqual([...everywhere, 'image/heic'])
  expect(listContentTypes(['opj_decompress'])).toEqual([...everywhere, 'image/jp2'])
  const accepted =
    'Accepted are image/jpeg, image/png, image/tiff, image/webp, image/avif, image/gif.'
  expect(explainUnacceptedType('image/jp2', everywhere)).toBe(
    `"image/jp2" is not accepted by this server, which lacks the program opj_decompress (package libopenjp2-tools). ${accepted}`,
  )
  expect(explainUnacceptedType('image/bmp', everywhere)).toBe(
    `"image/bmp" is not accepted. ${accepted}`,
  )
})
