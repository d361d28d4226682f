import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { TextDecoder } from 'node:util'

/** What spreadsheet programs write when they don't write UTF-8: Western, Central European, old Macintosh. */
export const COMMON_ENCODINGS = ['windows-1252', 'windows-1250', 'macintosh'] as const

const NEWLINE = 0x0a
const SHOWN = 20
const LONGEST_LINE_BYTES = 4 * 1024 ** 2
const HEAD_BYTES = 2048

/** A line that is no text of the encoding it was taken for. */
export interface InvalidLine {
  /** Counted from 1. */
  line: number
  /** What stands around the place. */
  bytes: Uint8Array
}

/** Finds so many lines of a file that stop being text of this encoding. */
export async function findInvalidLines(
  path: string,
  encoding: string,
  most: number,
): Promise<InvalidLine[]> {
  const bad: InvalidLine[] = []
  if (encoding.startsWith('utf-16')) return bad
  for await (const { line, bytes } of readLines(path)) {
    const around = cutAroundInvalidByte(bytes, encoding)
    if (around) bad.push({ line, bytes: around })
    if (bad.length === most) break
  }
  return bad
}

async function* readLines(path: string): AsyncGenerator<InvalidLine> {
  let line = 1
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      yield { line, bytes: bytes.subarray(start, end) }
      start = end + 1
      line += 1
    }
    rest = bytes.subarray(start)
    if (rest.length > LONGEST_LINE_BYTES) return
  }
  yield { line, bytes: rest }
}

function cutAroundInvalidByte(line: Uint8Array, encoding: string): Uint8Array | undefined {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(line)
    return undefined
  } catch {
    const lenient = new TextDecoder(encoding).decode(line)
    const before = Buffer.byteLength(lenient.slice(0, lenient.indexOf('\ufffd')))
    return line.subarray(Math.max(0, before - SHOWN), before + SHOWN)
  }
}

/** How the word around the place would read: not cut letters. */
export function decodeSample({ bytes }: InvalidLine, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes)
  return (
    text
      .split(/[\t\r\n,;|]/)
      .find((cell) => /\P{ASCII}/u.test(cell))
      ?.replaceAll('"', '')
      .trim() ?? text
  )
}

/** One way to read a file that is not UTF-8, with what a person can judge it by. */
export interface EncodingSample {
  encoding: string
  samples: string[]
}

const SAMPLES = 3
/** Lines that are looked at for words that read differently. */
const LINES = 500

/** The usual ways to read a file; with null bytes it can only be UTF-16. */
export async function sampleEncodings(path: string): Promise<EncodingSample[]> {
  const head = await readHead(path)
  if (head.includes(0)) {
    return ['utf-16le', 'utf-16be'].map((encoding) => {
      const [first = ''] = new TextDecoder(encoding).decode(head).split(/[\r\n]/)
      return { encoding, samples: [first.slice(0, 2 * SHOWN)] }
    })
  }
  const bad = await findInvalidLines(path, 'utf-8', LINES)
  const readings = bad.map((line) =>
    COMMON_ENCODINGS.map((encoding) => decodeSample(line, encoding)),
  )
  const telling = readings
    .toSorted((one, other) => new Set(other).size - new Set(one).size)
    .slice(0, SAMPLES)
  return COMMON_ENCODINGS.map((encoding, index) => ({
    encoding,
    samples: telling.map((reading) => reading[index] ?? ''),
  }))
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
