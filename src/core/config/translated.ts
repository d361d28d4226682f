import { isLanguage, LANGUAGES, type Language } from '../base/languages.ts'
import { parseJson, type Parse } from './setting-types.ts'

/** One text for all languages, or one for each of several. */
export type Translated = string | Readonly<Partial<Record<Language, string>>>

/** @param most characters of each text */
export function createTranslated(most: number): Parse<Translated> {
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.trim() !== '' && value.length <= most
  return (given) => {
    const value = parseJson(given)
    if (isText(value)) return value.trim()
    const texts = Object.entries(typeof value === 'object' && value !== null ? value : {})
    if (
      texts.length === 0 ||
      !texts.every(([language, text]) => isLanguage(language) && isText(text))
    )
      throw new Error(
        `should be a text of at most ${most} characters, or one for each of ${LANGUAGES.join(', ')}`,
      )
    return Object.fromEntries(texts)
  }
}
