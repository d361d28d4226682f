import { LANGUAGES } from '../../base/languages.ts'
import { computeBounds } from '../../edtf/bounds.ts'
import {
  BEGINNING_OF_TIME,
  END_OF_TIME,
  getFirstDayOfYear,
  getLastDayOfYear,
  toCivilDate,
} from '../../edtf/days.ts'
import type { Edtf } from '../../edtf/edtf.ts'
import { COMMON_WORDS, type Meaning } from '../../edtf/recorded/language-pack.ts'
import { LANGUAGE_PACKS } from '../../edtf/recorded/languages/index.ts'
import type { Doubt } from '../../edtf/recorded/date-fields.ts'
import { parseIfEdtf } from '../../edtf/recorded/read-edtf.ts'
import { readRecordedDate } from '../../edtf/recorded/recorded-date.ts'
import { splitWords } from '../../edtf/recorded/vocabulary.ts'
import { foldText } from '../fold.ts'

/** Words of the longest date that is read: `between the 3rd of May and June 1912` has eight. */
const MAX_DATE_WORDS = 8
/** Later words, and longer texts, are not read as dates, which bounds the work. */
const MAX_WORDS = 16
const MAX_LENGTH = 80

/** Readings of texts that are more often a number of something else. */
const UNLIKELY: readonly Doubt[] = [
  'compact',
  'century',
  'next-century',
  'unlikely-year',
  'brackets',
]

/** A range of years, inclusive; null without a bound. */
interface Years {
  min: number | null
  max: number | null
}

export interface DatedText {
  /** The text without the date, and without quotation marks. */
  text: string
  /** The date as the text has it, and the years that it can be in; null if the text names none. */
  date: ({ text: string } & Years) | null
}

/** Reads the first date of a text that is searched for, in a language of the pages. Words in quotation marks are never a date. */
export function readDateInText(text: string): DatedText {
  const words = text.split(/\s+/u).filter((word) => word !== '')
  const found = findDate(words)
  const others = found ? [...words.slice(0, found.start), ...words.slice(found.end)] : words
  const rest = others.join(' ').replaceAll(/["“”„«»]/gu, '')
  return { text: found ? trimPunctuation(rest) : rest, date: found?.date ?? null }
}

/** `harbor, before 1900` */
function trimPunctuation(text: string): string {
  return text.replaceAll(/^[\s,;]+|(?<![\s,;])[\s,;]+$/gu, '')
}

interface FoundDate {
  start: number
  end: number
  date: { text: string } & Years
}

/** Finds the longest date, of which the first. */
function findDate(words: readonly string[]): FoundDate | undefined {
  const last = Math.min(words.length, MAX_WORDS)
  for (let length = Math.min(last, MAX_DATE_WORDS); length > 0; length -= 1) {
    for (let start = 0; start + length <= last; start += 1) {
      const end = start + length
      const text = words.slice(start, end).join(' ')
      const years = readYears(text)
      if (years) return { start, end, date: { text, ...years } }
    }
  }
  return undefined
}

/** A year, the first digits of one, or a century: other numbers are those of houses and streets. */
const MAY_BE_DATE = /(?<!\d)(?:1[0-9]|20)(?:\d\d(?!\d)|\d[x-]|xx|--|\D)|(?<!\p{L})[xvi]+/iu
/** `W 1910` is the number of a house, and `a 1910` the end of a range. */
const LETTER_AND_NUMBER = /^(?!c)\p{L}\s|["“”„«»]/iu

function readYears(text: string): Years | undefined {
  if (text.length > MAX_LENGTH || !MAY_BE_DATE.test(text) || LETTER_AND_NUMBER.test(text))
    return undefined
  const { readings } = readRecordedDate(text, { languages: LANGUAGES })
  const likely = readings.filter(({ doubts }) => !doubts.some((doubt) => UNLIKELY.includes(doubt)))
  const dates = likely.flatMap(({ edtf }) => parseIfEdtf(edtf) ?? [])
  if (dates.length === 0) return undefined
  const bounds = keepLikelyCentury(dates.map((date) => computeDays(text, date)))
  if (bounds.length === 0) return undefined
  const from = Math.min(...bounds.map((days) => days.from))
  const to = Math.max(...bounds.map((days) => days.to))
  if (from === BEGINNING_OF_TIME && to === END_OF_TIME) return undefined
  return {
    min: from === BEGINNING_OF_TIME ? null : toCivilDate(from).year,
    max: to === END_OF_TIME ? null : toCivilDate(to).year,
  }
}

/** The first and the last day of a date. */
interface Days {
  from: number
  to: number
}

/** Of several centuries, the 20th is meant: `20er Jahre`. */
function keepLikelyCentury(dates: readonly Days[]): readonly Days[] {
  const isClear = dates.every(({ from }) => dates.every(({ to }) => from <= to))
  if (isClear) return dates
  const [first, last] = [getFirstDayOfYear(1900), getLastDayOfYear(1999)]
  return dates.filter(({ from, to }) => from >= first && to <= last)
}

/** In a query, `before 1900` ends with 1899, and `after 1900` begins with 1901. */
function computeDays(text: string, date: Edtf): Days {
  const { fuzzyFrom: from, fuzzyTo: to } = computeBounds(date)
  if (date.kind !== 'interval') return { from, to }
  const { start, end } = date
  if (start === 'open' && typeof end !== 'string' && beginsWith(text, 'before'))
    return { from, to: computeBounds(end).strictFrom - 1 }
  if (end === 'open' && typeof start !== 'string' && beginsWith(text, 'after'))
    return { from: computeBounds(start).strictTo + 1, to }
  return { from, to }
}

function beginsWith(text: string, meaning: Meaning): boolean {
  const folded = foldText(text)
  const packs = LANGUAGES.map((language) => LANGUAGE_PACKS[language].words)
  const phrases = [COMMON_WORDS, ...packs].flatMap((words) => splitWords(words[meaning] ?? ''))
  return phrases.some((phrase) => {
    const start = foldText(phrase)
    return folded.startsWith(start) && !/^\p{L}/u.test(folded.slice(start.length))
  })
}
