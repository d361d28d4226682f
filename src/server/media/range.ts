import type { ByteRange } from '../../core/storage/object-store.ts'

/**
 * Parses a Range header (RFC 9110, section 14.2). Both ends of the result are inclusive.
 * @returns `whole` if the header is missing, invalid, or has several ranges, which a server may ignore
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last, length] = SINGLE_RANGE.exec(header ?? '') ?? []
  if (length !== undefined) return suffixRange(Number(length), size)
  if (first === undefined) return 'whole'
  const start = Number(first)
  const end = last ? Number(last) : size - 1
  if (start >= size) return last && end < start ? 'whole' : 'unsatisfiable'
  return end < start ? 'whole' : { start, end: Math.min(end, size - 1) }
}

/** `bytes=0-499`, `bytes=500-`, or `bytes=-500` for the last 500 bytes. */
const SINGLE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i

function suffixRange(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
