import type { ByteRange } from '../../core/storage/object-store.ts'

/**
 * Reads a Range header (RFC 9110, section 14): one range of bytes, both ends inclusive. What is no such
 * header, or asks for several ranges, is as if it had not been sent: `whole`.
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

/** `bytes=0-499`, `bytes=500-` or, for the last so many, `bytes=-500`. */
const SINGLE_RANGE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i

function suffixRange(length: number, size: number): ByteRange | 'unsatisfiable' {
  if (length === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - length), end: size - 1 }
}
