import { edtfBounds } from './bounds.ts'
import type { DateSet, SetMember } from './edtf.ts'
import { parsePlainDate } from './parse-date.ts'
import { refusal, slice, split, type Stretch } from './stretch.ts'

const CLOSING: Record<string, string> = { '[': ']', '{': '}' }
const DOTS = '..'

export function isSet(text: string): boolean {
  return text.startsWith('[') || text.startsWith('{')
}

/** Reads one of several dates in square brackets, or all of several dates in braces. */
export function parseSet(stretch: Stretch): DateSet {
  const opening = stretch.text.charAt(0)
  const closing = CLOSING[opening] ?? ''
  const last = stretch.text.length - 1
  if (last < 1 || stretch.text.charAt(last) !== closing) {
    throw refusal(`a set that begins with ${opening} ends with ${closing}`, slice(stretch, last))
  }
  const pieces = split(slice(stretch, 1, last), ',')
  const [first, ...rest] = pieces.map((piece, index) => {
    return readMember(piece, { first: index === 0, last: index === pieces.length - 1 })
  })
  if (first === undefined) throw refusal('the set is empty', stretch)
  if (first.kind === 'single' && rest.length === 0) {
    throw refusal('a set names at least two dates', stretch, stretch.text.slice(1, last))
  }
  return { kind: 'set', choice: opening === '[' ? 'one' : 'all', members: [first, ...rest] }
}

function readMember(piece: Stretch, place: { first: boolean; last: boolean }): SetMember {
  const dots = piece.text.indexOf(DOTS)
  if (dots < 0) return { kind: 'single', date: readDate(piece) }
  const before = slice(piece, 0, dots)
  const after = slice(piece, dots + DOTS.length)
  if (before.text === '') return earlier(piece, after, place.first)
  if (after.text === '') return later(piece, before, place.last)
  return range(before, after)
}

function earlier(piece: Stretch, date: Stretch, isFirst: boolean): SetMember {
  if (!isFirst) throw refusal('only the first date of a set may begin with ..', piece)
  return { kind: 'range', from: null, to: readDate(date) }
}

function later(piece: Stretch, date: Stretch, isLast: boolean): SetMember {
  if (!isLast) throw refusal('only the last date of a set may end with ..', piece)
  return { kind: 'range', from: readDate(date), to: null }
}

function range(before: Stretch, after: Stretch): SetMember {
  const from = readDate(before)
  const to = readDate(after)
  if (edtfBounds(from).strictFrom > edtfBounds(to).strictTo) {
    throw refusal('the range ends before it begins', after)
  }
  return { kind: 'range', from, to }
}

function readDate(stretch: Stretch) {
  if (stretch.text === '') throw refusal('a date is missing in the set', stretch)
  if (stretch.text.includes('/')) throw refusal('a set holds no intervals', stretch)
  return parsePlainDate(stretch)
}
