import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { manifestFinding, type Finding } from './finding.ts'
import { requireDecoder, type Decoder } from './encodings.ts'
import { describeInvalidEncoding, warnAboutFallback } from './invalid-encoding.ts'
import { readLines } from './encoding-samples.ts'

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
  findings: Finding[]
  chunks(): AsyncIterable<string>
}

export interface EncodingOptions {
  encoding?: string | undefined
  /** Encoding of the lines that are not valid in `encoding`. */
  encodingFallback?: string | undefined
}

/**
 * Opens a text file after checking that all of it can be decoded. The encoding is that of the byte order
 * mark, else the given one, else UTF-8. It is never guessed: a wrong guess silently corrupts names.
 * @throws CatalogError kind `invalid` for an unknown encoding
 */
export async function openText(
  path: string,
  head: Uint8Array,
  { encoding: given, encodingFallback }: EncodingOptions,
): Promise<Text | Finding> {
  const marked = BYTE_ORDER_MARKS.find(([, ...mark]) =>
    mark.every((byte, index) => head[index] === byte),
  )
  const open = () => requireDecoder(marked?.[0] ?? given ?? 'utf-8', '--encoding')
  const { encoding } = open()
  const fallback =
    encodingFallback === undefined || isWide(encoding)
      ? undefined
      : requireDecoder(encodingFallback, '--encoding-fallback', { isLenient: true })
  const { sha256, problem } = await checkBytes(path, open())
  if (problem === 'null bytes') return reportNullBytes(encoding)
  if (!problem) return { encoding, sha256, findings: [], chunks: () => decodeChunks(path, open()) }
  if (!fallback) return await describeInvalidEncoding(path, encoding)
  const findings = [await warnAboutFallback(path, encoding, fallback.encoding)]
  return { encoding, sha256, findings, chunks: () => decodeLines(path, open(), fallback) }
}

interface CheckedBytes {
  sha256: string
  problem?: 'null bytes' | 'invalid'
}

async function checkBytes(path: string, decoder: Decoder): Promise<CheckedBytes> {
  const hash = createHash('sha256')
  let isValid = true
  for await (const chunk of readBytes(path)) {
    hash.update(chunk)
    if (!isWide(decoder.encoding) && chunk.includes(0)) return { sha256: '', problem: 'null bytes' }
    isValid &&= canDecode(decoder, chunk)
  }
  isValid &&= canDecode(decoder)
  const sha256 = hash.digest('hex')
  return isValid ? { sha256 } : { sha256, problem: 'invalid' }
}

/** Whether a character has two bytes, of which one may be 0 or a line feed. */
function isWide(encoding: string): boolean {
  return encoding.startsWith('utf-16')
}

async function* decodeChunks(path: string, decoder: Decoder): AsyncGenerator<string> {
  for await (const chunk of readBytes(path)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** Decodes each line on its own, because a file may have been joined from several programs' lines. */
async function* decodeLines(
  path: string,
  decoder: Decoder,
  fallback: Decoder,
): AsyncGenerator<string> {
  for await (const { bytes, end } of readLines(path)) {
    yield (tryDecode(decoder, bytes) ?? fallback.decode(bytes)) + end
  }
}

function readBytes(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 256 * 1024 })
}

function canDecode(decoder: Decoder, chunk?: Uint8Array): boolean {
  return tryDecode(decoder, chunk, { stream: chunk !== undefined }) !== undefined
}

/** @returns undefined if the bytes are not valid */
function tryDecode(
  decoder: Decoder,
  bytes?: Uint8Array,
  options?: { stream: boolean },
): string | undefined {
  try {
    return decoder.decode(bytes, options)
  } catch {
    return undefined
  }
}

function reportNullBytes(encoding: string): Finding {
  const advice = 'If it is UTF-16 without a byte order mark: --encoding utf-16le'
  return manifestFinding(
    'encoding.unknown',
    `The file contains null bytes, so it is not ${encoding.toUpperCase()}. ${advice}`,
  )
}
