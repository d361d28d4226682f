import { invalid } from '../../core/errors.ts'
import { manifestFinding, type Finding } from './finding.ts'
import { TextDecoder } from 'node:util'

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
  const marked = MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte))
  const decoder = decoderFor(marked?.[0] ?? encoding ?? 'utf-8')
  try {
    return decoder.decode(bytes)
  } catch {
    return manifestFinding(
      'encoding.unknown',
      `The manifest is not ${decoder.encoding.toUpperCase()}. Save it as UTF-8, or name its encoding: ` +
        '--encoding windows-1252',
    )
  }
}

function decoderFor(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid('--encoding', `${JSON.stringify(encoding)} is not an encoding that is known here`)
  }
}
