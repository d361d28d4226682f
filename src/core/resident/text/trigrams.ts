/**
 * Words and trigrams as the extension pg_trgm of PostgreSQL 15 takes them from a text in UTF-8.
 * @see https://www.postgresql.org/docs/15/pgtrgm.html
 */

/**
 * The letters and digits of the C library of Debian 12. Vowel signs of Indic scripts are parts of words, but numbers such as ½
 * and ² and combining accents are separators, among them 38 marks that Unicode calls alphabetic. Characters that are newer
 * than Unicode 14 are unknown to that library, and letters here.
 */
const WORD =
  /[[\p{Alphabetic}\p{Nd}]--[\u0363-\u036f\u0c04\u0f82\u0f83\u1dd3-\u1de6\u{11080}\u{11081}]]+/gv

const BLANK = 0x20
const ASCII = /^\p{ASCII}*$/v

const encoder = new TextEncoder()

/** Returns the words of a text in lower case, in the order of the text. */
export function splitWords(text: string): string[] {
  return foldCase(text).match(WORD) ?? []
}

/**
 * Returns the codes of a word's trigrams, 24 bits each, in the order of the word. The word is padded with two blanks
 * before and one after, so it has as many trigrams as it has characters and one more. Three ASCII characters are
 * coded by their bytes, others by a checksum: then different trigrams can have the same code.
 */
export function listTrigrams(word: string): number[] {
  if (ASCII.test(word)) return listAsciiTrigrams(word)
  const bytes = encoder.encode(`  ${word} `)
  const starts = listCharacterStarts(bytes)
  return starts.slice(3).map((end, index) => encodeTrigram(bytes.subarray(starts[index], end)))
}

/** Does the same for a word in ASCII, three times as fast. */
function listAsciiTrigrams(word: string): number[] {
  const trigrams: number[] = []
  let code = (BLANK << 8) | (BLANK << 16)
  for (let at = 0; at <= word.length; at++) {
    const next = at < word.length ? word.charCodeAt(at) : BLANK
    code = (code >> 8) | (next << 16)
    trigrams.push(code)
  }
  return trigrams
}

/** Folds each character for itself: PostgreSQL knows neither a final sigma nor an i with two dots. */
function foldCase(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase()
}

/** Returns the positions of the characters in UTF-8, and the end. */
function listCharacterStarts(bytes: Uint8Array): number[] {
  const starts: number[] = []
  for (const [position, byte] of bytes.entries()) {
    if ((byte & 0b1100_0000) !== 0b1000_0000) starts.push(position)
  }
  return [...starts, bytes.length]
}

function encodeTrigram(bytes: Uint8Array): number {
  if (bytes.length > 3) return computeLegacyCrc32(bytes) & 0xff_ff_ff
  const [first = 0, second = 0, third = 0] = bytes
  return first | (second << 8) | (third << 16)
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++) {
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xed_b8_83_20 : remainder >>> 1
  }
  return remainder
})

/**
 * The checksum that PostgreSQL calls the legacy CRC-32: the table of the reflected polynomial, used as if it were the
 * table of the other one. It is no CRC, but PostgreSQL's trigram indexes depend on it.
 */
function computeLegacyCrc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0) ^ (crc << 8)
  return ~crc >>> 0
}
