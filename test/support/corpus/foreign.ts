/** Files that the server rejects: other types, files announced as another type, and files without a header. */

import { fourColors } from '../pictures.ts'
import { HEIC, JP2 } from '../rare-pictures.ts'
import type { Specimen } from './specimen.ts'

const REFUSED_TYPES = [
  'image/bmp',
  'image/svg+xml',
  'image/svg',
  'image/jxl',
  'image/jpg',
  'image/pjpeg',
  'image/x-icon',
  'image/vnd.adobe.photoshop',
  'image/x-adobe-dng',
  'image/heif',
  'application/pdf',
  'application/octet-stream',
  'application/zip',
  'text/html',
  'video/mp4',
  'IMAGE/PNG',
]

function atTheSlot(): Specimen[] {
  return REFUSED_TYPES.map((contentType) => ({
    name: `type ${contentType}`,
    contentType,
    make: () => fourColors().jpeg().toBuffer(),
    verdict: 'refused at the slot',
    says: /is not accepted.*image\/jpeg, image\/png/,
  }))
}

const TAKEN = ['jpeg', 'png', 'tiff', 'webp', 'avif', 'gif'] as const

const pictureOf = (type: (typeof TAKEN)[number]) =>
  fourColors()
    .toFormat(type, type === 'avif' ? { effort: 0 } : {})
    .toBuffer()

function announcedAsAnother(): Specimen[] {
  return TAKEN.flatMap((is) =>
    TAKEN.filter((said) => said !== is).map((said): Specimen => ({
      name: `a ${is} announced as ${said}`,
      contentType: `image/${said}`,
      make: () => pictureOf(is),
      verdict: 'refused at the commit',
      says: /announced as/,
    })),
  )
}

const text = (content: string) => Buffer.from(content, 'latin1')

const FOREIGN: Record<string, Buffer> = {
  BMP: Buffer.concat([text('BM'), Buffer.alloc(60)]),
  PDF: text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF'),
  SVG: text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>'),
  'SVG that reads a file': text(
    '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>',
  ),
  'SVG of a billion laughs': text(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">${'bcdefghij'.replaceAll(/./g, (letter) => `<!ENTITY ${letter} "&${String.fromCharCode(letter.charCodeAt(0) - 1)};&${String.fromCharCode(letter.charCodeAt(0) - 1)};">`)}]><svg>&j;</svg>`,
  ),
  'an icon': Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0, 16, 16]), Buffer.alloc(60)]),
  Photoshop: Buffer.concat([text('8BPS\0\x01'), Buffer.alloc(60)]),
  'JPEG XL': Buffer.concat([Buffer.from('ff0afa1f', 'hex'), Buffer.alloc(60)]),
  'a ZIP archive': Buffer.concat([text('PK\x03\x04'), Buffer.alloc(60)]),
  'a gzip archive': Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), Buffer.alloc(60)]),
  'a program': Buffer.concat([text('\x7fELF\x02\x01\x01'), Buffer.alloc(60)]),
  'a script': text('#!/bin/sh\nrm -rf /\n'),
  'a page': text('<!doctype html><title>x</title>'),
  'a film': text('\0\0\0\x18ftypisom\0\0\x02\0isommp42'),
  'a sound': Buffer.concat([text('RIFF\x24\0\0\0WAVEfmt '), Buffer.alloc(30)]),
  Radiance: text('#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n\0\0\0\0'),
  'a FITS table': text('SIMPLE  =                    T'),
  Netpbm: text('P6\n1 1\n255\n\xff\0\0'),
  'a Matlab file': text('MATLAB 5.0 MAT-file, Platform: PCWIN'),
  ImageMagick: text('push graphic-context\nimage over 0,0 0,0 "https://example.org/x"\n'),
  'an MVG in disguise': text('viewbox 0 0 640 480 fill url(https://example.org/"|ls)'),
  nothing: Buffer.alloc(0),
  'one byte': Buffer.from([0xff]),
  zeros: Buffer.alloc(5000),
  'white space': text(' '.repeat(5000)),
}

function foreign(): Specimen[] {
  return Object.entries(FOREIGN).flatMap(([name, bytes]) =>
    (['image/jpeg', 'image/tiff'] as const).map((contentType): Specimen => ({
      name: `${name} announced as ${contentType.slice(6)}`,
      contentType,
      make: () => bytes,
      verdict: 'refused at the commit',
      says: bytes.length === 0 ? /^The file is empty/ : /accepted are image\/jpeg/,
    })),
  )
}

function rare(): Specimen[] {
  const made: [string, Buffer, RegExp][] = [
    ['HEIC', HEIC, /^The file is a HEIC picture/],
    ['JPEG 2000', JP2, /^The file is a JPEG 2000 picture/],
  ]
  return made.flatMap(([name, bytes, says]) =>
    ['image/jpeg', 'image/avif'].map((contentType): Specimen => ({
      name: `${name} announced as ${contentType}`,
      contentType,
      make: () => bytes,
      verdict: 'refused at the commit',
      says,
    })),
  )
}

const HEADS: Record<(typeof TAKEN)[number], Buffer> = {
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  tiff: text('II*\0\x08\0\0\0'),
  webp: text('RIFF\x24\0\0\0WEBPVP8 '),
  avif: text('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'),
  gif: text('GIF89a'),
}

/** Files with valid magic bytes and nothing valid after them. */
function headsOnly(): Specimen[] {
  const tails: Record<string, Buffer> = {
    'nothing behind': Buffer.alloc(0),
    'zeros behind': Buffer.alloc(3000),
    'ones behind': Buffer.alloc(3000, 0xff),
    'a page behind': text('<html>'.repeat(300)),
  }
  return TAKEN.flatMap((type) =>
    Object.entries(tails).map(([name, tail]): Specimen => ({
      name: `the magic bytes of ${type}, ${name}`,
      contentType: `image/${type}`,
      make: () => Buffer.concat([HEADS[type], tail]),
      verdict: 'refused at the commit',
      says: /damaged|coded as|more pixels/,
    })),
  )
}

export function foreignFiles(): Specimen[] {
  return [...atTheSlot(), ...announcedAsAnother(), ...foreign(), ...rare(), ...headsOnly()]
}
