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

const NEWLINE = 0x0a

/**
 * Reads a file line by line and holds at most one line in memory.
 * @throws CatalogError kind `invalid` that names a line which is too long or not UTF-8
 */
export async function* readLines(path: string, maxBytes = MAX_LINE_BYTES): AsyncIterable<TextLine> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let number = 0
  for await (const bytes of splitLines(path, maxBytes)) {
    number += 1
    yield { path, number, text: decode(decoder, bytes, { path, number }) }
  }
}

async function* splitLines(path: string, maxBytes: number): AsyncIterable<Buffer> {
  let number = 1
  let pending: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    let rest = chunk as Buffer
    while (rest.length > 0) {
      const end = rest.indexOf(NEWLINE)
      const part = end === -1 ? rest : rest.subarray(0, end)
      length += part.length
      if (length > maxBytes) throw tooLong({ path, number }, maxBytes)
      pending.push(part)
      if (end === -1) break
      yield pending.length === 1 ? part : Buffer.concat(pending)
      ;[pending, length, number] = [[], 0, number + 1]
      rest = rest.subarray(end + 1)
    }
  }
  if (length > 0) yield Buffer.concat(pending)
}

function tooLong(place: { path: string; number: number }, maxBytes: number): Error {
  return lineError(place, `The line is longer than ${maxBytes} bytes.`)
}

function decode(
  decoder: TextDecoder,
  bytes: Buffer,
  place: { path: string; number: number },
): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw lineError(place, 'The line is not UTF-8.')
  }
}
