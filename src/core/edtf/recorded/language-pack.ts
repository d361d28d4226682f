export const LANGUAGES = [
  'en',
  'de',
  'fr',
  'nl',
  'es',
  'it',
  'pt',
  'pl',
  'cs',
  'da',
  'no',
  'sv',
  'hu',
  'ro',
] as const

/** A language of recorded dates, as an ISO 639-1 code. */
export type Language = (typeof LANGUAGES)[number]

/** Meaning of a word or phrase of a recorded date. */
export type Meaning =
  | 'circa'
  | 'uncertain'
  | 'copyright'
  | 'before'
  | 'after'
  | 'shortly'
  | 'since'
  | 'until'
  | 'at-latest'
  | 'at-earliest'
  | 'earlier'
  | 'later'
  | 'between'
  | 'and'
  | 'or'
  | 'to'
  | 'from'
  | 'early'
  | 'middle'
  | 'late'
  | 'half'
  | 'quarter'
  | 'third'
  | 'decade'
  /** The `tallet` of `1920-tallet`, a decade, and of `1800-tallet`, a century. */
  | 'years'
  | 'century'
  | 'turn-of-century'
  | 'undated'
  | 'filler'

/**
 * The words of one language. A string holds alternatives separated by `|`, in any case, with or without accents; a
 * list separates its items by commas. A word that ends in a period is read only with the period; any other word is
 * read with and without. Words of all languages are in COMMON_WORDS.
 */
export interface LanguagePack {
  language: Language
  /** List: January to December. */
  months: string
  /** List: spring to winter. */
  seasons: string
  /** Words for Christmas, if they may also be a month: `jul`. */
  christmas?: string
  /** List: Monday to Sunday. */
  weekdays: string
  words: Words
  /** List: last, first to fourth. */
  ordinals: string
  /** List: fifteenth to twenty-first. */
  centuries: string
  /** List of decades without a century: tens to nineties. */
  decades: string
  /** List of names of centuries from the 13th: Duecento. */
  centuryNames?: string
  /** Endings of ordinal numbers: `3rd`. */
  ordinalEndings: string
  /** Endings of decades: `1920s`. */
  decadeEndings: string
  /** Endings of month names written with a digit: `7bre` is September. */
  monthEndings: string
  /** Whether words such as "before" follow the date. */
  isPostpositional?: true
  /** Whether numeric dates always begin with the day; otherwise with the day or the month. */
  isDayFirst: boolean
}

type Words = Readonly<Partial<Record<Meaning, string>>>

/** Signs and Latin words, which catalogs in any language use. */
export const COMMON_WORDS: Words = {
  circa: 'c.|ca|circa|±|~',
  uncertain: '?',
  copyright: '©|copyright',
  before: 'ante|<',
  after: 'post|>',
  and: '&',
  undated: 's. d|s. a|n. d',
}
