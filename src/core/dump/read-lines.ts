import { createReadStream } from 'node:fs'
import { TextDecoder } from 'node:util'
import { lineError } from './line-error.ts'

/** The longest line: enough for the largest geometry and for very long texts. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024

/** One line of a text file, with its number counted from 1. */
export interface TextLine {
  path: string
  number: number
  text: string
}

/** A line that cannot be read. */
export interface UnreadableLine {
  path: string
  number: number
  /** `is not UTF-8` */
  problem: string
}

const NEWLINE = 0x0a

/**
 * Reads a file line by line and holds at most one line in memory.
 * @throws CatalogError kind `invalid` that names a line which is too long or not UTF-8
 */
export async function* readLines(path: string, maxBytes = MAX_LINE_BYTES): AsyncIterable<TextLine> {
  for await (const line of readAnyLines(path, maxBytes)) {
    if ('problem' in line) throw lineError(line, `The line ${line.problem}`)
    yield line
  }
}

/** The same, but goes on after lines that are too long or not UTF-8. */
export async function* readAnyLines(
  path: string,
  maxBytes = MAX_LINE_BYTES,
): AsyncIterable<TextLine | UnreadableLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = 0
  for await (const bytes of splitLines(path, maxBytes)) {
    number += 1
    if (bytes === null) yield { path, number, problem: `is longer than ${maxBytes} bytes` }
    else yield { path, number, ...decode(decoder, bytes) }
  }
}

/** Yields null for a line that is too long, before it is read to its end. */
async function* splitLines(path: string, maxBytes: number): AsyncIterable<Buffer | null> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    for (const { part, isEnd } of splitChunk(chunk as Buffer)) {
      const wasTooLong = length > maxBytes
      length += part.length
      const isTooLong = length > maxBytes
      parts = isTooLong ? [] : [...parts, part]
      if (isTooLong && !wasTooLong) yield null
      if (!isEnd) continue
      if (!isTooLong) yield joinParts(parts)
      ;[parts, length] = [[], 0]
    }
  }
  if (length > 0 && length <= maxBytes) yield joinParts(parts)
}

/** Splits at the ends of lines. The last part is the beginning of a line that goes on in the next chunk. */
function* splitChunk(chunk: Buffer): Iterable<{ part: Buffer; isEnd: boolean }> {
  let start = 0
  while (start < chunk.length) {
    const end = chunk.indexOf(NEWLINE, start)
    const isEnd = end !== -1
    yield { part: chunk.subarray(start, isEnd ? end : chunk.length), isEnd }
    start = isEnd ? end + 1 : chunk.length
  }
}

function joinParts(parts: readonly Buffer[]): Buffer {
  const [first, ...others] = parts
  return first && others.length === 0 ? first : Buffer.concat(parts)
}

function decode(decoder: TextDecoder, bytes: Buffer): { text: string } | { problem: string } {
  try {
    return { text: decoder.decode(bytes) }
  } catch {
    return { problem: 'is not UTF-8' }
  }
}
