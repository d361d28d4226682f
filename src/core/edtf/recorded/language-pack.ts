export const LANGUAGES = ['en', 'de', 'fr', 'nl', 'es', 'it'] as const

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
  | 'century'
  | 'turn-of-century'
  | 'undated'
  | 'filler'

/**
 * The words of one language. A string holds alternatives separated by `|`, in any case, with or without accents. A word
 * that ends in a period is read only with the period; any other word is read with and without.
 */
export interface LanguagePack {
  language: Language
  /** January to December. */
  months: readonly string[]
  /** Spring to winter. */
  seasons: readonly string[]
  /** Monday to Sunday. */
  weekdays: readonly string[]
  words: Readonly<Partial<Record<Meaning, string>>>
  /** Words for numbers by value; -1 is the last. */
  ordinals: Readonly<Record<number, string>>
  /** Words for decades without a century by their first digit: 2 for the twenties. */
  decades: Readonly<Record<number, string>>
  /** Words for centuries by number: the Ottocento is 19. */
  centuries?: Readonly<Record<number, string>>
  /** Endings of ordinal numbers: `3rd`. */
  ordinalEndings: readonly string[]
  /** Endings of decades: `1920s`. */
  decadeEndings: readonly string[]
  /** Endings of month names written with a digit: `7bre` is September. */
  monthEndings: readonly string[]
  /** Whether numeric dates always begin with the day; otherwise with the day or the month. */
  isDayFirst: boolean
}
