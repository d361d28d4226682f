import { displayDateTime, displayPlainDate } from './display-date.ts'
import type { DateSet, Edtf, Interval, IntervalEnd, PlainDate, SetMember } from './edtf.ts'
import { EdtfError } from './edtf-error.ts'
import { enumerate, formatRange, UNKNOWN_DATE } from './english.ts'
import { parseEdtf } from './parse.ts'

/** Formats a date in English: "c. 1920", "1890s", "before 1906", "spring 1931". */
export function displayEdtf(edtf: Edtf): string {
  switch (edtf.kind) {
    case 'date-time':
      return displayDateTime(edtf)
    case 'interval':
      return displayInterval(edtf)
    case 'set':
      return displaySet(edtf)
    default:
      return displayPlainDate(edtf)
  }
}

const MAX_CACHED = 10_000
/** Formatted dates: parsing is slow, and the same few thousand dates recur. */
const cachedTexts = new Map<string, string>()

/** Formats the date of an image: its EDTF date in English, else the original date, else "Unknown date". */
export function displayDate(edtfText: string | null, originalDate: string | null): string {
  const recorded = originalDate?.trim() ? originalDate : UNKNOWN_DATE
  if (!edtfText) return recorded
  try {
    return displayCached(edtfText)
  } catch (error) {
    if (error instanceof EdtfError) return recorded
    throw error
  }
}

function displayCached(edtfText: string): string {
  const words = cachedTexts.get(edtfText) ?? displayEdtf(parseEdtf(edtfText))
  if (cachedTexts.size >= MAX_CACHED) cachedTexts.clear()
  cachedTexts.set(edtfText, words)
  return words
}

function displayInterval({ start, end }: Interval): string {
  if (isDate(start)) return displayFrom(displayInside(start), end)
  if (!isDate(end)) return UNKNOWN_DATE
  const last = displayInside(end)
  return start === 'open' ? `before ${last}` : `from an unknown date to ${last}`
}

function displayFrom(first: string, end: IntervalEnd): string {
  if (end === 'open') return `after ${first}`
  return end === 'unknown'
    ? `from ${first} to an unknown date`
    : formatRange(first, displayInside(end))
}

function isDate(end: IntervalEnd): end is PlainDate {
  return end !== 'open' && end !== 'unknown'
}

function displaySet({ choice, members }: DateSet): string {
  const conjunction = choice === 'one' ? 'or' : 'and'
  const [first, ...rest] = members
  if (rest.length === 0 && first.kind === 'range' && first.from !== null && first.to !== null) {
    const [from, to] = [displayInside(first.from), displayInside(first.to)]
    return choice === 'one' ? `between ${from} and ${to}` : `all of ${formatRange(from, to)}`
  }
  return enumerate(
    members.map((member) => displayMember(member, conjunction)),
    conjunction,
  )
}

function displayMember(member: SetMember, conjunction: 'and' | 'or'): string {
  if (member.kind === 'single') return displayInside(member.date)
  if (member.from === null) return `${displayInside(member.to)} ${conjunction} earlier`
  if (member.to === null) return `${displayInside(member.from)} ${conjunction} later`
  return formatRange(displayInside(member.from), displayInside(member.to))
}

/** Formats a date for the middle of a sentence. */
function displayInside(date: PlainDate): string {
  const text = displayPlainDate(date)
  return text === UNKNOWN_DATE ? 'an unknown date' : text
}
