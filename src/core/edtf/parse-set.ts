import { computeBoundsOfDigits } from './bounds.ts'
import type { DateSet, SetMember } from './edtf.ts'
import { parsePlainDate } from './parse-date.ts'
import { errorAt, slice, split, type TextSpan } from './text-span.ts'

const CLOSING: Record<string, string> = { '[': ']', '{': '}' }
const DOTS = '..'

export function isSet(text: string): boolean {
  return text.startsWith('[') || text.startsWith('{')
}

/** Parses a set: brackets mean one of its dates, braces all of them. */
export function parseSet(span: TextSpan): DateSet {
  const opening = span.text.charAt(0)
  const closing = CLOSING[opening] ?? ''
  const last = span.text.length - 1
  if (last < 1 || span.text.charAt(last) !== closing) {
    throw errorAt(`a set that begins with ${opening} ends with ${closing}`, slice(span, last))
  }
  const pieces = split(slice(span, 1, last), ',')
  const [first, ...rest] = pieces.map((piece, index) => {
    return readMember(piece, { first: index === 0, last: index === pieces.length - 1 })
  })
  if (first === undefined) throw errorAt('the set is empty', span)
  if (first.kind === 'single' && rest.length === 0) {
    throw errorAt('a set names at least two dates', span, span.text.slice(1, last))
  }
  return { kind: 'set', choice: opening === '[' ? 'one' : 'all', members: [first, ...rest] }
}

function readMember(piece: TextSpan, place: { first: boolean; last: boolean }): SetMember {
  const dots = piece.text.indexOf(DOTS)
  if (dots < 0) return { kind: 'single', date: readDate(piece) }
  const before = slice(piece, 0, dots)
  const after = slice(piece, dots + DOTS.length)
  if (before.text === '') return readOpenStart(piece, after, place.first)
  if (after.text === '') return readOpenEnd(piece, before, place.last)
  return readRange(before, after)
}

function readOpenStart(piece: TextSpan, date: TextSpan, isFirst: boolean): SetMember {
  if (!isFirst) throw errorAt('only the first date of a set may begin with ..', piece)
  return { kind: 'range', from: null, to: readDate(date) }
}

function readOpenEnd(piece: TextSpan, date: TextSpan, isLast: boolean): SetMember {
  if (!isLast) throw errorAt('only the last date of a set may end with ..', piece)
  return { kind: 'range', from: readDate(date), to: null }
}

function readRange(before: TextSpan, after: TextSpan): SetMember {
  const from = readDate(before)
  const to = readDate(after)
  if (computeBoundsOfDigits(from).strictFrom > computeBoundsOfDigits(to).strictTo) {
    throw errorAt('the range ends before it begins', after)
  }
  return { kind: 'range', from, to }
}

function readDate(span: TextSpan) {
  if (span.text === '') throw errorAt('a date is missing in the set', span)
  if (span.text.includes('/')) throw errorAt('a set contains no intervals', span)
  return parsePlainDate(span)
}
