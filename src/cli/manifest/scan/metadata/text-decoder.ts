import { decodeUtf8 } from '../../../../core/model/decode-text.ts'
import { createDecoder } from '../../../tables/encodings.ts'

/** Decodes texts of metadata, and notes whether it had to guess an encoding. */
export interface MetadataDecoder {
  /** Decodes UTF-8 or else the given encoding; a null character ends the text. */
  decode(bytes: Buffer): string
  /** Whether a text was neither UTF-8 nor is its encoding given. */
  readonly hasGuessed: boolean
}

/** Assumed of texts that are not UTF-8 (Metadata Working Group guidelines 2.0, section 5.1). */
export const ASSUMED_ENCODING = 'windows-1252'

/** @param encoding of texts that are not UTF-8; assumed if it is undefined */
export function createMetadataDecoder(encoding: string | undefined): MetadataDecoder {
  const decoder = createDecoder(encoding ?? ASSUMED_ENCODING, { isLenient: true })
  let hasGuessed = false
  return {
    get hasGuessed() {
      return hasGuessed
    },
    decode(bytes) {
      const end = bytes.indexOf(0)
      const text = end < 0 ? bytes : bytes.subarray(0, end)
      const unicode = decodeUtf8(text) ?? decodeCutUtf8(text)
      if (unicode !== undefined) return unicode
      hasGuessed ||= encoding === undefined
      return decoder?.decode(text) ?? ''
    },
  }
}

/** The most bytes of a character that is not complete. */
const MAX_PARTIAL = 3

/** Decodes UTF-8 whose last character a program cut; undefined if it is not UTF-8, or had no other such character. */
function decodeCutUtf8(bytes: Buffer): string | undefined {
  for (let cut = 1; cut <= MAX_PARTIAL; cut += 1) {
    const text = decodeUtf8(bytes.subarray(0, -cut))
    const first = bytes.at(-cut) ?? 0
    if (text !== undefined && first >= 0xc2 && !/^\p{ASCII}*$/u.test(text)) return text
  }
  return undefined
}
