import { html, type Html } from '../../../core/base/html.ts'
import { LANGUAGES, type Language } from '../../../core/base/languages.ts'
import type { Translated } from '../../../core/config/translated.ts'
import type { Visit } from '../visit.ts'

export interface ChosenText {
  text: string
  /** Its language, if that is another than the page's. */
  otherLanguage?: Language
}

/** Returns a text in the language of the page, or else in the first one that it has. */
export function chooseText(given: Translated, language: Language): ChosenText {
  if (typeof given === 'string') return { text: given }
  const text = given[language]
  if (text !== undefined) return { text }
  const otherLanguage = LANGUAGES.find((one) => given[one] !== undefined)
  return { text: (otherLanguage && given[otherLanguage]) ?? '', otherLanguage }
}

/** Returns the tagline of the community, or an introduction of catalogs in general. */
export function chooseTagline({ site, language, messages }: Visit): ChosenText {
  return chooseText(site.tagline ?? messages.home.introduction, language)
}

/** The attribute of an element with such a text, which screen readers pronounce in its language. */
export function renderLang({ otherLanguage }: ChosenText): Html | false {
  return otherLanguage !== undefined && html` lang="${otherLanguage}"`
}
