import { TextDecoder } from 'node:util'
import { invalid } from '../../core/base/errors.ts'

/** Decodes the bytes of a text, also in pieces. */
export interface Decoder {
  /** Canonical name of the encoding. */
  readonly encoding: string
  /** @throws TypeError if the bytes are not valid, unless the decoder is lenient */
  decode(bytes?: Uint8Array, options?: { stream?: boolean }): string
}

/**
 * Creates a decoder that refuses invalid bytes, or replaces them if it is lenient. It knows the names of the WHATWG
 * Encoding Standard and those that programs and people write, such as `MacRoman`, `cp850` and `utf16`.
 * @returns undefined if the encoding is unknown
 */
export function createDecoder(
  name: string,
  { isLenient = false }: { isLenient?: boolean } = {},
): Decoder | undefined {
  const canonical = findAlias(name)
  const page = CODE_PAGES[canonical]
  if (page !== undefined) return createCodePage(canonical, page)
  try {
    return new TextDecoder(canonical, { fatal: !isLenient })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** @throws CatalogError kind `invalid` that names the option if the encoding is unknown */
export function requireDecoder(
  name: string,
  option: string,
  more?: { isLenient: boolean },
): Decoder {
  const decoder = createDecoder(name, more)
  if (decoder) return decoder
  throw invalid(option, `${JSON.stringify(name)} is not a known encoding`)
}

/** Names without blanks, hyphens and the like, in lower case. */
const ALIASES: readonly [pattern: RegExp, name: string][] = [
  [/^x?(?:apple|mac|macos)(?:roman)?$/, 'macintosh'],
  [/^(?:cp|ibm|dos|oem|codepage)?(437|850)$/, 'cp$1'],
  [/^(?:cp|win|windows|ansi|ansicp|codepage)?(125\d|874)$/, 'windows-$1'],
  [/^(?:cp|dos|codepage)?866$/, 'ibm866'],
  [/^ansi$/, 'windows-1252'],
  [/^utf16$/, 'utf-16le'],
  [/^utf(8|16le|16be)$/, 'utf-$1'],
  [/^utf8(?:bom|sig)$/, 'utf-8'],
  [/^iso8859(\d\d?)$/, 'iso-8859-$1'],
  [/^latin9$/, 'iso-8859-15'],
]

function findAlias(name: string): string {
  const compact = name.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  const alias = ALIASES.find(([pattern]) => pattern.test(compact))
  return alias ? compact.replace(...alias) : name
}

/** Characters of the bytes from 0x80 (Unicode mappings of IBM's code pages), which the Encoding Standard leaves out. */
const CODE_PAGES: Partial<Record<string, string>> = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
}

function createCodePage(encoding: string, page: string): Decoder {
  const characters = Array.from({ length: 256 }, (_, byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : page[byte - 0x80],
  )
  return { encoding, decode: (bytes = new Uint8Array()) => joinCharacters(characters, bytes) }
}

function joinCharacters(characters: readonly (string | undefined)[], bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += characters[byte]
  return text
}
