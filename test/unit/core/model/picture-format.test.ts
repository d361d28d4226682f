import { expect, test } from 'vitest'
import {
  ACCEPTED_CONTENT_TYPES,
  extensionOf,
  formatOfContentType,
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
] as const)('%s is no picture and no known foreign format', ([, head]) => {
  expect(sniffFormat(head)).toBeUndefined()
  expect(sniffForeignFormat(head)).toBeUndefined()
})

test.for([
  ['HEIC', ftyp('heic', 'mif1', 'heic')],
  ['HEIC', ftyp('mif1', 'mif1', 'heic')],
  ['HEIC', ftyp('msf1', 'hevc')],
  ['HEIC', ftyp('mif1')],
  ['JPEG 2000', bytes('0000000c6a5020200d0a870a')],
  ['JPEG 2000', bytes('ff4fff51 002f')],
  ['JPEG XL', bytes('ff0a fa1f')],
  ['JPEG XL', bytes('0000000c4a584c200d0a870a')],
  ['PDF', Buffer.from('%PDF-1.7')],
  ['BMP', Buffer.from('BM')],
  ['Photoshop', Buffer.from('8BPS\0\x01')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['SVG', Buffer.from('<?xml version="1.0"?>\n<!-- drawn -->\n<svg width="1">')],
] as const)('%s is named, but not accepted', ([name, head]) => {
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
] as const)('%s is recognised by its first bytes', ([name, head]) => {
  expect(sniffFormat(head)?.name).toBe(name)
})

test('a view into a larger buffer is read from its own beginning', () => {
  const larger = Buffer.concat([Buffer.from('noise'), ftyp('mif1', 'avif')])
  expect(sniffFormat(larger.subarray(5))?.name).toBe('avif')
})

test('every accepted type has the extension its files are stored under', () => {
  const extensions = ACCEPTED_CONTENT_TYPES.map((type) => [type, extensionOf(type)])
  expect(Object.fromEntries(extensions)).toEqual({
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/tiff': 'tif',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/gif': 'gif',
  })
})

test.for(['image/heic', 'image/svg+xml', 'image/jpg', 'IMAGE/JPEG', 'constructor', ''])(
  'the type %j is not accepted',
  (type) => {
    expect(formatOfContentType(type)).toBeUndefined()
    expect(extensionOf(type)).toBeUndefined()
  },
)
