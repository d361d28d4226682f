import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import type { DatePhrases } from './phrases.ts'
import { spanish } from './spanish.ts'

/** A language of dates in words, as a BCP 47 tag. */
export type DisplayLanguage = 'en' | 'de' | 'fr' | 'es'

export const DATE_PHRASES: Readonly<Record<DisplayLanguage, DatePhrases>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
}
