import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { manifestFinding, type Finding } from '../check/finding.ts'

/** What spreadsheet programs write when they don't write UTF-8: Western, Central European, old Macintosh. */
const USUAL_ENCODINGS = ['windows-1252', 'windows-1250', 'macintosh']
const NEWLINE = 0x0a
const SHOWN = 20
const LONGEST_LINE_BYTES = 4 * 1024 ** 2

/** Tells in which line a file stops being text of its encoding, and how that place would read in others. */
export async function badLine(path: string, encoding: string): Promise<Finding> {
  const name = encoding.toUpperCase()
  const found = await findBadLine(path, encoding)
  if (found === undefined) {
    return unreadable(`The manifest is not ${name}. Save it as UTF-8, or name its encoding.`, null)
  }
  const readings = USUAL_ENCODINGS.filter((other) => other !== encoding)
    .map((other) => `--encoding ${other} reads ${JSON.stringify(sample(found.bytes, other))}`)
    .join(', ')
  const advice = `Save it as UTF-8, or name its encoding: ${readings}.`
  return unreadable(`The manifest is not ${name}. ${advice}`, found.line)
}

function unreadable(message: string, line: number | null): Finding {
  return manifestFinding('encoding.unknown', message, { line })
}

interface BadLine {
  line: number
  /** What stands around the place. */
  bytes: Uint8Array
}

async function findBadLine(path: string, encoding: string): Promise<BadLine | undefined> {
  if (encoding.startsWith('utf-16')) return undefined
  let line = 1
  let rest: Uint8Array = new Uint8Array()
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    const bytes = Buffer.concat([rest, chunk])
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      const bad = aroundBadByte(bytes.subarray(start, end), encoding)
      if (bad) return { line, bytes: bad }
      start = end + 1
      line += 1
    }
    rest = bytes.subarray(start)
    if (rest.length > LONGEST_LINE_BYTES) return undefined
  }
  const bad = aroundBadByte(rest, encoding)
  return bad && { line, bytes: bad }
}

function aroundBadByte(line: Uint8Array, encoding: string): Uint8Array | undefined {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(line)
    return undefined
  } catch {
    const lenient = new TextDecoder(encoding).decode(line)
    const before = Buffer.byteLength(lenient.slice(0, lenient.indexOf('\ufffd')))
    return line.subarray(Math.max(0, before - SHOWN), before + SHOWN)
  }
}

/** The word around the place, not cut letters. */
function sample(bytes: Uint8Array, encoding: string): string {
  const text = new TextDecoder(encoding).decode(bytes)
  return (
    text
      .split(/[\t\r\n,;|]/)
      .find((cell) => /\P{ASCII}/u.test(cell))
      ?.trim() ?? text
  )
}
