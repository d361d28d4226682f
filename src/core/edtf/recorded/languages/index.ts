import type { Language, LanguagePack } from '../language-pack.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { spanish } from './spanish.ts'

export const LANGUAGE_PACKS: Readonly<Record<Language, LanguagePack>> = {
  en: english,
  de: german,
  fr: french,
  nl: dutch,
  es: spanish,
  it: italian,
}
