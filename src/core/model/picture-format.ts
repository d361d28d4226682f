/** The accepted picture formats, and their detection by the first bytes of a file. */

export type PictureFormatName = 'jpeg' | 'png' | 'tiff' | 'webp' | 'avif' | 'gif' | 'heic' | 'jp2'

/** A program of the host that converts files of a format that the decoder cannot read. */
export interface HostProgram {
  program: string
  /** The package of Debian and its derivatives. */
  debianPackage: string
}

export interface PictureFormat {
  name: PictureFormatName
  /** For messages: `JPEG`. */
  title: string
  contentType: string
  /** Without the dot. */
  extension: string
  /** The program without which the format is not accepted; absent if the format is always accepted. */
  needs?: HostProgram
}

const HEIF_CONVERT: HostProgram = { program: 'heif-convert', debianPackage: 'libheif-examples' }
const OPJ_DECOMPRESS: HostProgram = {
  program: 'opj_decompress',
  debianPackage: 'libopenjp2-tools',
}

export const PICTURE_FORMATS: readonly PictureFormat[] = [
  { name: 'jpeg', title: 'JPEG', contentType: 'image/jpeg', extension: 'jpg' },
  { name: 'png', title: 'PNG', contentType: 'image/png', extension: 'png' },
  { name: 'tiff', title: 'TIFF', contentType: 'image/tiff', extension: 'tif' },
  { name: 'webp', title: 'WebP', contentType: 'image/webp', extension: 'webp' },
  { name: 'avif', title: 'AVIF', contentType: 'image/avif', extension: 'avif' },
  { name: 'gif', title: 'GIF', contentType: 'image/gif', extension: 'gif' },
  {
    name: 'heic',
    title: 'HEIC',
    contentType: 'image/heic',
    extension: 'heic',
    needs: HEIF_CONVERT,
  },
  {
    name: 'jp2',
    title: 'JPEG 2000',
    contentType: 'image/jp2',
    extension: 'jp2',
    needs: OPJ_DECOMPRESS,
  },
]

/** The types that a server can accept. A server may lack the program for some of them. */
export const ACCEPTED_CONTENT_TYPES: readonly string[] = PICTURE_FORMATS.map(
  (format) => format.contentType,
)

/** Lists the types that a server with these programs accepts. */
export function listContentTypes(programs: readonly string[]): string[] {
  return PICTURE_FORMATS.filter(({ needs }) => !needs || programs.includes(needs.program)).map(
    ({ contentType }) => contentType,
  )
}

/** Explains why a type is not accepted, and names the accepted types. */
export function explainUnacceptedType(given: string, accepted: readonly string[]): string {
  const needs = findFormat(given)?.needs
  const why = needs
    ? ` by this server, which lacks the program ${needs.program} (package ${needs.debianPackage})`
    : ''
  return `"${given}" is not accepted${why}. Accepted are ${accepted.join(', ')}.`
}

/** Number of bytes that the functions below need from the beginning of a file. */
export const SNIFFED_BYTES = 512

/** Finds a format by content type; undefined if the type is not accepted. */
export function findFormat(contentType: string): PictureFormat | undefined {
  return PICTURE_FORMATS.find((format) => format.contentType === contentType)
}

/** Returns `jpg` for `image/jpeg`; undefined if the type is not accepted. */
export function findExtension(contentType: string): string | undefined {
  return findFormat(contentType)?.extension
}

/** Detects an accepted format by its magic bytes; undefined for other files. */
export function sniffFormat(head: Uint8Array): PictureFormat | undefined {
  const signature = SIGNATURES.find(({ matches }) => matches(head))
  return signature && PICTURE_FORMATS.find((format) => format.name === signature.is)
}

/** Detects a format that is not accepted, for error messages (`JPEG XL`, `PDF`, …); undefined for other files. */
export function sniffForeignFormat(head: Uint8Array): string | undefined {
  return FOREIGN_SIGNATURES.find(({ matches }) => matches(head))?.is
}

type Matches = (head: Uint8Array) => boolean

/**
 * JPEG: T.81 B.1.1.3. PNG: 3rd edition, 5.2. TIFF 6.0 section 2 and BigTIFF. WebP: RFC 9649, 2.4. GIF89a, 17. JPEG 2000:
 * T.800 I.5.1 as a file, A.4 as a bare codestream.
 */
const SIGNATURES: readonly { is: PictureFormatName; matches: Matches }[] = [
  { is: 'jpeg', matches: startsWith(0xff, 0xd8, 0xff) },
  { is: 'png', matches: startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) },
  {
    is: 'tiff',
    matches: anyOf(
      startsWith(0x49, 0x49, 0x2a, 0),
      startsWith(0x4d, 0x4d, 0, 0x2a),
      startsWith(0x49, 0x49, 0x2b, 0),
      startsWith(0x4d, 0x4d, 0, 0x2b),
    ),
  },
  { is: 'webp', matches: (head) => text(head, 0, 4) === 'RIFF' && text(head, 8, 12) === 'WEBP' },
  { is: 'avif', matches: (head) => findBrandFamily(head) === 'avif' },
  { is: 'gif', matches: (head) => /^GIF8[79]a$/.test(text(head, 0, 6)) },
  { is: 'heic', matches: (head) => findBrandFamily(head) === 'heic' },
  {
    is: 'jp2',
    matches: anyOf(
      startsWith(0, 0, 0, 0x0c, 0x6a, 0x50, 0x20, 0x20, 0x0d, 0x0a, 0x87, 0x0a),
      startsWith(0xff, 0x4f, 0xff, 0x51),
    ),
  },
]

const FOREIGN_SIGNATURES: readonly { is: string; matches: Matches }[] = [
  {
    is: 'JPEG XL',
    matches: anyOf(
      startsWith(0, 0, 0, 0x0c, 0x4a, 0x58, 0x4c, 0x20, 0x0d, 0x0a, 0x87, 0x0a),
      startsWith(0xff, 0x0a),
    ),
  },
  { is: 'PDF', matches: (head) => text(head, 0, 5) === '%PDF-' },
  { is: 'BMP', matches: (head) => text(head, 0, 2) === 'BM' },
  { is: 'Photoshop', matches: (head) => text(head, 0, 4) === '8BPS' },
  { is: 'SVG', matches: (head) => /^\s*(?:<\?xml[^]*)?<svg[\s>]/i.test(text(head, 0, 512)) },
]

const AVIF_BRANDS = ['avif', 'avis']
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']
const GENERIC_BRANDS = ['mif1', 'msf1']

/** ISO/IEC 14496-12, 4.3: `size 'ftyp' major version compatible…`; the brands are those of ISO/IEC 23008-12 and AVIF 1.1. */
function findBrandFamily(head: Uint8Array): 'avif' | 'heic' | undefined {
  if (text(head, 4, 8) !== 'ftyp') return undefined
  const brands = [text(head, 8, 12), ...readCompatibleBrands(head)]
  for (const brand of brands) {
    if (AVIF_BRANDS.includes(brand)) return 'avif'
    if (HEIC_BRANDS.includes(brand)) return 'heic'
  }
  return brands.some((brand) => GENERIC_BRANDS.includes(brand)) ? 'heic' : undefined
}

function readCompatibleBrands(head: Uint8Array): string[] {
  const boxSize = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const end = Math.min(boxSize, head.length)
  const count = Math.max(0, Math.floor((end - 16) / 4))
  return Array.from({ length: count }, (_, index) => text(head, 16 + index * 4, 20 + index * 4))
}

function startsWith(...magic: number[]): Matches {
  return (head) => magic.every((byte, index) => head[index] === byte)
}

function anyOf(...choices: Matches[]): Matches {
  return (head) => choices.some((matches) => matches(head))
}

function text(head: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...head.subarray(start, end))
}
