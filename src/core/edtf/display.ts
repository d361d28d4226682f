import { displayDateTime, displayPlainDate } from './display-date.ts'
import type { DateSet, Edtf, Interval, IntervalEnd, PlainDate, SetMember } from './edtf.ts'
import { EdtfError } from './edtf-error.ts'
import { parseEdtf } from './parse.ts'
import { DATE_PHRASES, type DisplayLanguage } from './phrases/index.ts'
import { formatRange, type Conjunction, type DatePhrases } from './phrases/phrases.ts'

/** Formats a date in words: "c. 1920", "1890s", "before 1906", "spring 1931". */
export function displayEdtf(edtf: Edtf, language: DisplayLanguage = 'en'): string {
  const phrases = DATE_PHRASES[language]
  switch (edtf.kind) {
    case 'date-time':
      return displayDateTime(edtf, phrases)
    case 'interval':
      return displayInterval(edtf, phrases)
    case 'set':
      return displaySet(edtf, phrases)
    default:
      return displayPlainDate(edtf, phrases)
  }
}

const MAX_CACHED = 20_000
/** Formatted dates: parsing is slow, and the same few thousand dates recur. */
const cachedTexts = new Map<string, string>()

/** Formats the date of an image: its EDTF date in words, else the original date, else "Unknown date". */
export function displayDate(
  edtfText: string | null,
  originalDate: string | null,
  language: DisplayLanguage = 'en',
): string {
  const recorded = originalDate?.trim() ? originalDate : DATE_PHRASES[language].unknownDate
  if (!edtfText) return recorded
  try {
    return displayCached(edtfText, language)
  } catch (error) {
    if (error instanceof EdtfError) return recorded
    throw error
  }
}

function displayCached(edtfText: string, language: DisplayLanguage): string {
  const key = `${language} ${edtfText}`
  const words = cachedTexts.get(key) ?? displayEdtf(parseEdtf(edtfText), language)
  if (cachedTexts.size >= MAX_CACHED) cachedTexts.clear()
  cachedTexts.set(key, words)
  return words
}

function displayInterval({ start, end }: Interval, phrases: DatePhrases): string {
  if (isDate(start)) return displayFrom(displayInside(start, phrases), end, phrases)
  if (!isDate(end)) return phrases.unknownDate
  const last = displayInside(end, phrases)
  return start === 'open' ? phrases.before(last) : phrases.fromUnknownTo(last)
}

function displayFrom(first: string, end: IntervalEnd, phrases: DatePhrases): string {
  if (end === 'open') return phrases.after(first)
  return end === 'unknown'
    ? phrases.fromToUnknown(first)
    : formatRange(first, displayInside(end, phrases))
}

function isDate(end: IntervalEnd): end is PlainDate {
  return end !== 'open' && end !== 'unknown'
}

function displaySet({ choice, members }: DateSet, phrases: DatePhrases): string {
  const conjunction = choice === 'one' ? 'or' : 'and'
  const [first, ...rest] = members
  if (rest.length === 0 && first.kind === 'range' && first.from !== null && first.to !== null) {
    const [from, to] = [displayInside(first.from, phrases), displayInside(first.to, phrases)]
    return choice === 'one' ? phrases.between(from, to) : phrases.allOf(formatRange(from, to))
  }
  return phrases.enumerate(
    members.map((member) => displayMember(member, conjunction, phrases)),
    conjunction,
  )
}

function displayMember(member: SetMember, conjunction: Conjunction, phrases: DatePhrases): string {
  if (member.kind === 'single') return displayInside(member.date, phrases)
  if (member.from === null) {
    return phrases.orEarlier(displayInside(member.to, phrases), conjunction)
  }
  const from = displayInside(member.from, phrases)
  if (member.to === null) return phrases.orLater(from, conjunction)
  return formatRange(from, displayInside(member.to, phrases))
}

/** Formats a date for the middle of a sentence. */
function displayInside(date: PlainDate, phrases: DatePhrases): string {
  const text = displayPlainDate(date, phrases)
  return text === phrases.unknownDate ? phrases.unknownDateInside : text
}
