import { decodeUtf8 } from '../../../../core/model/decode-text.ts'
import { createDecoder } from '../../../tables/encodings.ts'
import type { Warning } from '../warning.ts'

/** Decodes texts of metadata, and notes what it could not know. */
export interface MetadataDecoder {
  /** Decodes UTF-8 or else the given encoding; a null character ends the text. */
  decode(bytes: Buffer): string
  /** Says that an encoding was assumed, or that a text is not valid in the given one. */
  readonly warning: Warning | undefined
}

/** Assumed of texts that are not UTF-8 (Metadata Working Group guidelines 2.0, section 5.1). */
const ASSUMED_ENCODING = 'windows-1252'
const ASSUMPTION = `The encoding of texts in the metadata is not declared; ${ASSUMED_ENCODING} was assumed. If letters are wrong, set --metadata-encoding.`

/** @param given encoding of texts that are not UTF-8; assumed if it is undefined */
export function createMetadataDecoder(given: string | undefined): MetadataDecoder {
  const encoding = given ?? ASSUMED_ENCODING
  const strict = createDecoder(encoding)
  const lenient = createDecoder(encoding, { isLenient: true })
  let message: string | undefined
  return {
    get warning() {
      return message === undefined ? undefined : { code: 'metadata.encoding', message }
    },
    decode(bytes) {
      const end = bytes.indexOf(0)
      const text = end < 0 ? bytes : bytes.subarray(0, end)
      const unicode = decodeUtf8(text) ?? decodeCutUtf8(text)
      if (unicode !== undefined) return unicode
      if (given === undefined) message = ASSUMPTION
      try {
        return strict?.decode(text) ?? ''
      } catch {
        message = `Texts in the metadata are not valid ${encoding}; their letters are lost. Set another --metadata-encoding.`
        return lenient?.decode(text) ?? ''
      }
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
