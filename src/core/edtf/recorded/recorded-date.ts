import type { Doubt, DraftReading } from './date-fields.ts'
import type { DayOrder } from './day-order.ts'
import { LANGUAGES, type Language } from './language-pack.ts'
import { LANGUAGE_PACKS } from './languages/index.ts'
import { explainUnread } from './explain-unread.ts'
import { readEdtf } from './read-edtf.ts'
import { movePostposition } from './move-postposition.ts'
import { ReadingSet, type Confidence, type Reading } from './reading-set.ts'
import { readExpression } from './read-expression.ts'
import type { Term } from './term.ts'
import { toTermSequences } from './terms.ts'
import { removeMidnight, tokenize, type Token, type TokenizedText } from './tokens.ts'
import { createVocabulary, type Vocabulary } from './vocabulary.ts'

/** Longer texts are not read. The catalog stores at most 50 characters. */
export const MAX_RECORDED_DATE = 100

const MAX_TOKENS = 50

export interface RecordedDate {
  confidence: Confidence
  /** The most likely first. */
  readings: readonly Reading[]
  /** Why the text has no reading, such as `unknown word "Bahnhof"`; null if it has one. */
  reason: string | null
}

export interface RecordedDateOptions {
  /** Languages that the text may be in. Default: all. */
  languages?: readonly Language[] | undefined
  /** Order of day and month in numeric dates. Default: that of the language. */
  dayOrder?: DayOrder | undefined
  /** The last year that a date can be in. Default: the current one. */
  newestYear?: number | undefined
}

/**
 * Reads a date as a source recorded it, such as `ca. 1920` or `vor dem 3. Mai 1912`. Reads only texts that are
 * nothing but a date, and never chooses between several meanings. Takes time proportional to the length of the text.
 */
export function readRecordedDate(text: string, options: RecordedDateOptions = {}): RecordedDate {
  if (text.length > MAX_RECORDED_DATE) {
    const reason = `longer than ${MAX_RECORDED_DATE} characters`
    return { confidence: 'none', readings: [], reason }
  }
  const readings = new ReadingSet()
  const given = removeMidnight(text.trim())
  const unclear = findUnclearWords(given, options)
  const { newestYear = new Date().getUTCFullYear() } = options
  const found = [...readEdtf(given).map(ownReading), ...readInLanguages(given, options)]
  for (const { languages, ...reading } of found) {
    const { edtf, doubts } = addYearDoubt(reading, newestYear)
    readings.add({ edtf, doubts: [...doubts, ...unclear] }, languages)
  }
  const confidence = readings.rate()
  const reason =
    confidence === 'none' ? explainUnread(given, listVocabularies(options), found) : null
  return { confidence, readings: readings.list(), reason }
}

interface ReadingInLanguages extends DraftReading {
  languages: readonly Language[]
}

function ownReading(reading: DraftReading): ReadingInLanguages {
  return { ...reading, languages: [] }
}

/**
 * Months of Polish and Czech that are other months in languages that are not read: listopad is October in Croatian, and
 * prosinec January in older Slovene.
 */
const AMBIGUOUS_MONTH = /(?<!\p{L})(?:listopad[au]?|lip|srp|prosinec)(?!\p{L})/iu
/** `W 1910` has a word in one language, and is rather a number in all others. */
const LETTER_AND_NUMBER = /^(?!c)\p{L}\.? ?\d{4}$|^\d{4} \p{L}$/iu

/** Finds words that are certain only if the language is known. */
function findUnclearWords(text: string, { languages }: RecordedDateOptions): Doubt[] {
  if (languages !== undefined) return []
  if (AMBIGUOUS_MONTH.test(text)) return ['other-language']
  return LETTER_AND_NUMBER.test(text) ? ['compact'] : []
}

/** Years before 1500 or after 2099, negative years, and years with more than four digits or a gap as in `1X24`. */
const UNLIKELY_YEAR = new RegExp(
  [
    String.raw`(?<![\dXY])(?:0\d|1[0-4]|2[1-9]|[3-9]\d)[\dX]{2}(?![\dX])`,
    String.raw`(?<![\dX])(?=[\dX]{4})\d*X+\d`,
    '(?<![^/[{,.])[?~%]?-',
    '[YES]',
  ].join('|'),
  'u',
)

/** Such a number is more often not a year. */
function addYearDoubt({ edtf, doubts }: DraftReading, newestYear: number): DraftReading {
  const years = edtf.match(/(?<![\dXY-])\d{4}(?![\dX])/gu) ?? []
  const isUnlikely = UNLIKELY_YEAR.test(edtf) || years.some((year) => Number(year) > newestYear)
  return isUnlikely ? { edtf, doubts: [...doubts, 'unlikely-year'] } : { edtf, doubts }
}

const vocabularies = new Map<Language, Vocabulary>()

function listVocabularies({ languages = LANGUAGES }: RecordedDateOptions): Vocabulary[] {
  return languages.map(getVocabulary)
}

function getVocabulary(language: Language): Vocabulary {
  const known = vocabularies.get(language)
  if (known !== undefined) return known
  const created = createVocabulary(LANGUAGE_PACKS[language])
  vocabularies.set(language, created)
  return created
}

/** Reads a text in all languages. The days of the readings may not exist. */
function readInLanguages(
  text: string,
  options: RecordedDateOptions,
): readonly ReadingInLanguages[] {
  const { tokens, brackets } = tokenize(text)
  if (tokens.length > MAX_TOKENS) return []
  return listTermSequences(tokens, options).flatMap(({ terms, order, languages }) =>
    readExpression(terms, order).map((reading) => ({
      ...addBrackets(reading, brackets),
      languages,
    })),
  )
}

interface TermSequence {
  terms: readonly Term[]
  order: DayOrder
  languages: Language[]
}

/** Lists what the tokens can mean. What they mean in several languages is read only once. */
function listTermSequences(
  tokens: readonly Token[],
  options: RecordedDateOptions,
): readonly TermSequence[] {
  const sequences = new Map<string, TermSequence>()
  for (const vocabulary of listVocabularies(options)) {
    const { language, isDayFirst, isPostpositional } = vocabulary.pack
    const order = options.dayOrder ?? (isDayFirst ? 'day-first' : 'either')
    for (const given of toTermSequences(tokens, vocabulary)) {
      const terms = isPostpositional ? movePostposition(given) : given
      const key = JSON.stringify([order, terms])
      const sequence = sequences.get(key) ?? { terms, order, languages: [] }
      sequences.set(key, sequence)
      sequence.languages.push(language)
    }
  }
  return [...sequences.values()]
}

/**
 * Square brackets say that the date was supplied by the cataloger. A plain date in brackets becomes uncertain; any
 * other date says itself how sure it is.
 */
function addBrackets(
  { edtf, doubts }: DraftReading,
  brackets: TokenizedText['brackets'],
): DraftReading {
  const isPlain = /^[\d-]+$|^[\d-]+\/[\d-]+$/u.test(edtf)
  if (brackets === 'none' || (brackets === 'whole' && !isPlain)) return { edtf, doubts }
  const marked = edtf.replaceAll(/[\d-]+/gu, '$&?')
  return { edtf: brackets === 'whole' ? marked : edtf, doubts: [...doubts, 'brackets'] }
}
