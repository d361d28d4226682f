import { isAscii } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'
import { createDecoder } from './encodings.ts'

/** Encodings of spreadsheet programs other than UTF-8: Western, Central European, classic Mac OS. */
export const COMMON_ENCODINGS = ['windows-1252', 'windows-1250', 'macintosh'] as const

/** As tables are split into lines. A CR at the end of a chunk may be the first half of CR LF. */
const LINE_ENDS = /\r\n|\n|\r(?!$)/g
/** Bytes shown on either side of an invalid byte. */
const CONTEXT_BYTES = 20
const LONGEST_LINE_BYTES = 4 * 1024 ** 2
const HEAD_BYTES = 2048

/** A line with bytes that the encoding cannot decode. */
export interface InvalidLine {
  /** Counted from 1. */
  line: number
  /** The bytes around the first invalid one. */
  bytes: Uint8Array
}

/** The lines of a file that an encoding cannot decode. */
export interface LineSurvey {
  /** The first of them. */
  invalid: InvalidLine[]
  invalidCount: number
  /** Lines that it can decode, without those in ASCII, which say nothing. */
  validCount: number
}

/** Counts the lines that an encoding cannot decode; none in UTF-16, which is not searched. */
export async function surveyLines(
  path: string,
  encoding: string,
  limit: number,
): Promise<LineSurvey> {
  const survey: LineSurvey = { invalid: [], invalidCount: 0, validCount: 0 }
  if (encoding.startsWith('utf-16')) return survey
  for await (const { line, bytes } of readLines(path)) {
    if (isAscii(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))) continue
    const excerpt = cutAroundInvalidByte(bytes, encoding)
    if (!excerpt) survey.validCount += 1
    else if ((survey.invalidCount += 1) <= limit) survey.invalid.push({ line, bytes: excerpt })
  }
  return survey
}

interface Line {
  /** Counted from 1. */
  line: number
  bytes: Uint8Array
  /** LF, CR or CR LF, which are not among the bytes. */
  end: string
}

/** Reads the lines of a file, and cuts those of more than 4 MB. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let line = 1
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (const { 0: end, index } of bytes.toString('latin1').matchAll(LINE_ENDS)) {
      yield { line, bytes: bytes.subarray(start, index), end }
      start = index + end.length
      line += 1
    }
    rest = bytes.subarray(start)
    if (rest.length > LONGEST_LINE_BYTES) {
      yield { line, bytes: rest, end: '' }
      rest = Buffer.alloc(0)
    }
  }
  yield { line, bytes: rest, end: '' }
}

function cutAroundInvalidByte(line: Uint8Array, encoding: string): Uint8Array | undefined {
  try {
    createDecoder(encoding)?.decode(line)
    return undefined
  } catch {
    const lenient = new TextDecoder(encoding).decode(line)
    const before = Buffer.byteLength(lenient.slice(0, lenient.indexOf('\ufffd')))
    return line.subarray(Math.max(0, before - CONTEXT_BYTES), before + CONTEXT_BYTES)
  }
}

/** Decodes the cell that contains the invalid byte. */
export function decodeSample({ bytes }: InvalidLine, encoding: string): string {
  const text = createDecoder(encoding, { isLenient: true })?.decode(bytes) ?? ''
  return (
    text
      .split(/[\t\r\n,;|]/)
      .find((cell) => /\P{ASCII}/u.test(cell))
      ?.replaceAll('"', '')
      .trim() ?? text
  )
}

/** A possible encoding of a file that is not UTF-8. */
export interface EncodingSample {
  encoding: string
  /** Words of the file, decoded with this encoding. */
  samples: string[]
}

const MAX_SAMPLES = 3
/** Lines searched for words that the encodings decode differently. */
const MAX_LINES = 500

/** Decodes words of a file with each likely encoding; a file with null bytes can only be UTF-16. */
export async function sampleEncodings(path: string): Promise<EncodingSample[]> {
  const head = await readHead(path)
  if (head.includes(0)) {
    return ['utf-16le', 'utf-16be'].map((encoding) => {
      const [first = ''] = new TextDecoder(encoding).decode(head).split(/[\r\n]/)
      return { encoding, samples: [first.slice(0, 2 * CONTEXT_BYTES)] }
    })
  }
  const { invalid } = await surveyLines(path, 'utf-8', MAX_LINES)
  const decoded = invalid.map((line) =>
    COMMON_ENCODINGS.map((encoding) => decodeSample(line, encoding)),
  )
  const mostDifferent = decoded
    .toSorted((one, other) => new Set(other).size - new Set(one).size)
    .slice(0, MAX_SAMPLES)
  return COMMON_ENCODINGS.map((encoding, index) => ({
    encoding,
    samples: mostDifferent.map((samples) => samples[index] ?? ''),
  }))
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
