/** Languages of the pages, and of the texts that they show, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.some((language) => language === tag)
}
