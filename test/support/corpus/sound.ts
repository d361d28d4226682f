/** Valid files in every format, depth and color space that sharp can write. */

import sharp from 'sharp'
import type { Sharp } from 'sharp'
import { fourColors, plain, QUARTERS, UPRIGHT_QUARTERS, withExif } from '../pictures.ts'
import type { Color } from '../pictures.ts'
import { HEIC, J2K, JP2, JP2_OF_16_BITS } from '../rare-pictures.ts'
import type { Specimen } from './specimen.ts'

const SIZE = [96, 64] as const

/** Luma of the four colors, as sharp computes it. */
const GRAYS: readonly Color[] = [
  [117, 117, 117],
  [145, 145, 145],
  [80, 80, 80],
  [255, 255, 255],
]

/** The colors in CMYK, whose gamut does not include blue. */
const PRINTED: readonly Color[] = [
  [220, 34, 10],
  [64, 157, 36],
  [34, 57, 128],
  [255, 255, 255],
]

type Make = () => Sharp

function sound(
  contentType: string,
  made: Record<string, Make>,
  more: Partial<Specimen> = {},
): Specimen[] {
  return Object.entries(made).map(([name, make]) => ({
    name: `sound ${contentType.slice(6)}: ${name}`,
    contentType,
    make: () => make().toBuffer(),
    verdict: 'complete',
    size: SIZE,
    shows: QUARTERS,
    tolerance: 12,
    ...more,
  }))
}

const four = () => fourColors()
const clear = () => fourColors().ensureAlpha(1)
const gray = () => fourColors().toColorspace('b-w')
const gray16 = () => fourColors().toColorspace('grey16')
const deep = () => fourColors().toColorspace('rgb16')
const bilevel = () => fourColors().toColorspace('b-w').threshold(130)
const BLACK_AND_WHITE: readonly Color[] = [
  [0, 0, 0],
  [255, 255, 255],
  [0, 0, 0],
  [255, 255, 255],
]

function jpegs(): Specimen[] {
  return [
    ...sound('image/jpeg', {
      'quality 100': () => four().jpeg({ quality: 100 }),
      'quality 50': () => four().jpeg({ quality: 50 }),
      'full chroma': () => four().jpeg({ chromaSubsampling: '4:4:4' }),
      progressive: () => four().jpeg({ progressive: true }),
      'progressive, optimised scans': () => four().jpeg({ progressive: true, mozjpeg: true }),
      'plain Huffman tables': () => four().jpeg({ optimiseCoding: false }),
      'trellis quantisation': () => four().jpeg({ trellisQuantisation: true }),
      'another quantisation table': () => four().jpeg({ quantisationTable: 3 }),
      'Display P3': () => four().withIccProfile('p3').jpeg(),
      'sRGB profile': () => four().withIccProfile('srgb').jpeg(),
      'density of 1200 dpi': () => four().withMetadata({ density: 1200 }).jpeg(),
      XMP: () => four().withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg(),
    }),
    ...sound('image/jpeg', { 'quality 1': () => four().jpeg({ quality: 1 }) }, { tolerance: 90 }),
    ...sound(
      'image/jpeg',
      {
        gray: () => gray().jpeg(),
        'gray, progressive': () => gray().jpeg({ progressive: true }),
      },
      { shows: GRAYS },
    ),
    ...sound(
      'image/jpeg',
      {
        CMYK: () => four().toColorspace('cmyk').jpeg({ chromaSubsampling: '4:4:4' }),
        'CMYK, progressive': () => four().toColorspace('cmyk').jpeg({ progressive: true }),
        'CMYK with its profile': () => four().toColorspace('cmyk').withIccProfile('cmyk').jpeg(),
      },
      { shows: PRINTED, tolerance: 25 },
    ),
    ...[1, 2, 3, 4, 5, 6, 7, 8].flatMap(turned),
  ]
}

function turned(orientation: number): Specimen[] {
  const size = orientation > 4 ? ([64, 96] as const) : SIZE
  const shows = UPRIGHT_QUARTERS[orientation]!.map((quarter) => QUARTERS[quarter]!)
  const more = { size, shows }
  const name = `EXIF orientation ${orientation}`
  const [baseline, progressive] = [false, true].map((progressive) => ({
    ...sound('image/jpeg', {
      [progressive ? `${name}, progressive` : name]: () => four().jpeg({ progressive }),
    })[0]!,
    ...more,
    make: async () => withExif(await four().jpeg({ progressive }).toBuffer(), orientation),
  }))
  const others = { orientation }
  return [
    baseline!,
    progressive!,
    ...sound('image/tiff', { [name]: () => four().withMetadata(others).tiff() }, more),
    ...sound('image/webp', { [name]: () => four().withMetadata(others).webp() }, more),
    ...sound('image/png', { [name]: () => four().withMetadata(others).png() }, more),
  ]
}

function pngs(): Specimen[] {
  return [
    ...sound('image/png', {
      'no compression': () => four().png({ compressionLevel: 0 }),
      'all filters': () => four().png({ adaptiveFiltering: true }),
      interlaced: () => four().png({ progressive: true }),
      alpha: () => clear().png(),
      'alpha, interlaced': () => clear().png({ progressive: true }),
      '16 bits': () => deep().png(),
      '16 bits, interlaced': () => deep().png({ progressive: true }),
      '16 bits and alpha': () => clear().toColorspace('rgb16').png(),
      'palette of 256': () => four().png({ palette: true }),
      'palette of 16': () => four().png({ palette: true, colors: 16 }),
      'palette of 4': () => four().png({ palette: true, colors: 4 }),
      'palette, interlaced': () => four().png({ palette: true, progressive: true }),
      'Display P3': () => four().withIccProfile('p3').png(),
    }),
    ...sound('image/png', { gray: () => gray().png() }, { shows: GRAYS }),
    ...sound('image/png', { 'gray, 16 bits': () => gray16().png() }, { shows: GRAYS }),
    ...sound(
      'image/png',
      { 'black and white': () => bilevel().png({ palette: true, colors: 2 }) },
      { shows: BLACK_AND_WHITE },
    ),
  ]
}

const LAYOUTS = {
  strips: {},
  tiles: { tile: true, tileWidth: 32, tileHeight: 32 },
  pyramid: { tile: true, pyramid: true, tileWidth: 16, tileHeight: 16 },
  BigTIFF: { bigtiff: true },
} as const

const COMPRESSIONS = ['none', 'lzw', 'deflate', 'packbits', 'jpeg', 'webp'] as const

function tiffs(): Specimen[] {
  const coded = Object.entries(LAYOUTS).flatMap(([layout, options]) => [
    ...COMPRESSIONS.flatMap((compression) =>
      sound('image/tiff', {
        [`${compression}, ${layout}`]: () => four().tiff({ compression, ...options, quality: 95 }),
      }),
    ),
    ...sound(
      'image/tiff',
      {
        [`fax, ${layout}`]: () =>
          bilevel().tiff({ compression: 'ccittfax4', bitdepth: 1, ...options }),
      },
      { shows: BLACK_AND_WHITE },
    ),
  ])
  return [
    ...coded,
    ...sound('image/tiff', {
      'LZW with predictor': () => four().tiff({ compression: 'lzw', predictor: 'horizontal' }),
      'deflate without predictor': () => four().tiff({ compression: 'deflate', predictor: 'none' }),
      '16 bits': () => deep().tiff({ compression: 'none' }),
      '16 bits, LZW with predictor': () =>
        deep().tiff({ compression: 'lzw', predictor: 'horizontal' }),
      '16 bits, tiled pyramid': () => deep().tiff({ compression: 'deflate', ...LAYOUTS.pyramid }),
      alpha: () => clear().tiff({ compression: 'lzw' }),
      '16 bits and alpha': () => clear().toColorspace('rgb16').tiff({ compression: 'lzw' }),
      'Display P3': () => four().withIccProfile('p3').tiff({ compression: 'lzw' }),
      'CIE L*a*b*': () => four().toColorspace('lab').tiff({ compression: 'lzw' }),
    }),
    ...sound(
      'image/tiff',
      {
        gray: () => gray().tiff({ compression: 'lzw' }),
        'gray, 16 bits': () => gray16().tiff({ compression: 'lzw' }),
      },
      { shows: GRAYS },
    ),
    ...sound(
      'image/tiff',
      {
        '1 bit, not compressed': () => bilevel().tiff({ bitdepth: 1, compression: 'none' }),
        '1 bit, white is zero': () =>
          bilevel().tiff({ bitdepth: 1, compression: 'none', miniswhite: true }),
        '1 bit, packbits': () => bilevel().tiff({ bitdepth: 1, compression: 'packbits' }),
      },
      { shows: BLACK_AND_WHITE },
    ),
    ...sound(
      'image/tiff',
      {
        '2 bits': () => gray().tiff({ bitdepth: 2, compression: 'none' }),
        '4 bits': () => gray().tiff({ bitdepth: 4, compression: 'none' }),
      },
      { shows: GRAYS, tolerance: 60 },
    ),
    ...sound(
      'image/tiff',
      { CMYK: () => four().toColorspace('cmyk').tiff({ compression: 'lzw' }) },
      { shows: PRINTED, tolerance: 25 },
    ),
  ]
}

function others(): Specimen[] {
  return [
    ...sound('image/webp', {
      lossy: () => four().webp(),
      lossless: () => four().webp({ lossless: true }),
      'near lossless': () => four().webp({ nearLossless: true }),
      alpha: () => clear().webp(),
      'alpha, lossless': () => clear().webp({ lossless: true }),
      'Display P3': () => four().withIccProfile('p3').webp(),
    }),
    ...sound('image/avif', {
      lossy: () => four().avif({ effort: 0 }),
      lossless: () => four().avif({ effort: 0, lossless: true }),
      '4:2:0': () => four().avif({ effort: 0, chromaSubsampling: '4:2:0' }),
      '10 bits': () => deep().avif({ effort: 0, bitdepth: 10 }),
      '12 bits': () => deep().avif({ effort: 0, bitdepth: 12 }),
      alpha: () => clear().avif({ effort: 0 }),
    }),
    ...sound('image/avif', { gray: () => gray().avif({ effort: 0 }) }, { shows: GRAYS }),
    ...sound('image/gif', {
      plain: () => four().gif(),
      interlaced: () => four().gif({ progressive: true }),
      'few colors': () => four().gif({ colors: 4 }),
      transparent: () => clear().gif(),
    }),
    ...several(),
  ]
}

/** Files with several pages or frames, of which the first is the picture. */
function several(): Specimen[] {
  const made = (type: string, make: (pages: Sharp) => Sharp): Specimen => ({
    ...sound(`image/${type}`, { 'three pages': four })[0]!,
    make: async () => {
      const pages = [four(), plain(96, 64, [0, 0, 0]), plain(96, 64, [9, 9, 9])]
      const files = await Promise.all(pages.map((page) => page.png().toBuffer()))
      return make(sharp(files, { join: { animated: true } })).toBuffer()
    },
  })
  return [
    made('tiff', (pages) => pages.tiff({ compression: 'lzw' })),
    made('gif', (pages) => pages.gif()),
    made('webp', (pages) => pages.webp({ lossless: true })),
  ]
}

const SIDES = [
  [1, 1],
  [1, 900],
  [3000, 1],
  [8, 8],
  [17, 33],
  [501, 499],
  [2049, 100],
  [2400, 1200],
] as const

function sizes(): Specimen[] {
  return SIDES.flatMap(([width, height]) =>
    (['jpeg', 'png', 'tiff', 'webp', 'gif'] as const).map((type): Specimen => ({
      name: `sound ${type}: ${width} × ${height}`,
      contentType: `image/${type}`,
      make: () => plain(width, height, [200, 120, 60]).toFormat(type).toBuffer(),
      verdict: 'complete',
      size: [width, height],
      shows: QUARTERS.map((): Color => [200, 120, 60]),
      tolerance: 12,
    })),
  )
}

/** Formats that the server rejects at the slot if the host programs are missing. */
function rare(accepted: readonly string[]): Specimen[] {
  const made: [string, string, Buffer][] = [
    ['HEIC', 'image/heic', HEIC],
    ['JPEG 2000', 'image/jp2', JP2],
    ['JPEG 2000, bare', 'image/jp2', J2K],
    ['JPEG 2000, 16 bits', 'image/jp2', JP2_OF_16_BITS],
  ]
  return made.map(([name, contentType, bytes]): Specimen => {
    const one = { name: `sound ${name}`, contentType, make: () => bytes }
    if (!accepted.includes(contentType))
      return { ...one, verdict: 'refused at the slot', says: /lacks the program/ }
    return { ...one, verdict: 'complete', size: SIZE, shows: QUARTERS, tolerance: 30 }
  })
}

export function soundPictures(accepted: readonly string[]): Specimen[] {
  return [...jpegs(), ...pngs(), ...tiffs(), ...others(), ...sizes(), ...rare(accepted)]
}
