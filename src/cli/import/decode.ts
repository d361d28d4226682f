import { invalid } from '../../core/errors.ts'
import { manifestFinding, type Finding } from './finding.ts'
import { TextDecoder } from 'node:util'

/** The first bytes of .xlsx and .ods, and of .xls. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
]

const MARKS: [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/**
 * The text of a manifest. Its byte order mark decides about the encoding, else `encoding`, else it must
 * be UTF-8: a guess would silently spoil names.
 * @throws CatalogError kind `invalid` for an encoding that does not exist
 */
export function decodeManifest(bytes: Uint8Array, encoding?: string): string | Finding {
  if (WORKBOOKS.some((start) => startsWith(bytes, start))) {
    return unreadable('This is a workbook. Save its sheet as CSV in UTF-8 and import that.')
  }
  const marked = MARKS.find(([, ...mark]) => startsWith(bytes, mark))
  const decoder = decoderFor(marked?.[0] ?? encoding ?? 'utf-8')
  const name = decoder.encoding.toUpperCase()
  if (!name.startsWith('UTF-16') && bytes.includes(0)) {
    const advice = 'If it is UTF-16 without its mark, say so: --encoding utf-16le'
    return unreadable(`The manifest holds null bytes, which no ${name} table has. ${advice}`)
  }
  try {
    return decoder.decode(bytes)
  } catch {
    const advice = 'Save it as UTF-8, or name its encoding: --encoding windows-1252'
    return unreadable(`The manifest is not ${name}. ${advice}`)
  }
}

function unreadable(message: string): Finding {
  return manifestFinding('encoding.unknown', message)
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte)
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid('--encoding', `${JSON.stringify(encoding)} is not an encoding that is known here`)
  }
}
