import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { invalid } from '../../core/base/errors.ts'
import { manifestFinding, type Finding } from './finding.ts'
import { describeInvalidEncoding } from './invalid-encoding.ts'

const BYTE_ORDER_MARKS: [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

/** A text file. Its content is read on demand. */
export interface Text {
  encoding: string
  /** SHA-256 of the file in lower-case hexadecimal. */
  sha256: string
  chunks(): AsyncIterable<string>
}

/**
 * Opens a text file after checking that all of it can be decoded. The encoding is that of the byte order
 * mark, else the given one, else UTF-8. It is never guessed: a wrong guess silently corrupts names.
 * @throws CatalogError kind `invalid` for an unknown encoding
 */
export async function openText(
  path: string,
  head: Uint8Array,
  given?: string,
): Promise<Text | Finding> {
  const marked = BYTE_ORDER_MARKS.find(([, ...mark]) =>
    mark.every((byte, index) => head[index] === byte),
  )
  const { encoding } = createDecoder(marked?.[0] ?? given ?? 'utf-8')
  const hash = createHash('sha256')
  const decoder = createDecoder(encoding)
  for await (const chunk of readBytes(path)) {
    hash.update(chunk)
    if (!encoding.startsWith('utf-16') && chunk.includes(0)) return reportNullBytes(encoding)
    if (!canDecode(decoder, chunk)) return await describeInvalidEncoding(path, encoding)
  }
  if (!canDecode(decoder)) return await describeInvalidEncoding(path, encoding)
  return { encoding, sha256: hash.digest('hex'), chunks: () => decodeChunks(path, encoding) }
}

async function* decodeChunks(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = createDecoder(encoding)
  for await (const chunk of readBytes(path)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function readBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 256 * 1024 })
}

function canDecode(decoder: TextDecoder, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined })
    return true
  } catch {
    return false
  }
}

function reportNullBytes(encoding: string): Finding {
  const advice = 'If it is UTF-16 without a byte order mark: --encoding utf-16le'
  return manifestFinding(
    'encoding.unknown',
    `The file contains null bytes, so it is not ${encoding.toUpperCase()}. ${advice}`,
  )
}

function createDecoder(encoding: string): TextDecoder {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalid('--encoding', `${JSON.stringify(encoding)} is not a known encoding`)
  }
}
