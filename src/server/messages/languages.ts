/** Languages of the pages, as BCP 47 tags. The API, its reference and the command line speak English only. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.some((language) => language === tag)
}
