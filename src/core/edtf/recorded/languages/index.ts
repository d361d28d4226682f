import type { Language, LanguagePack } from '../language-pack.ts'
import { czech } from './czech.ts'
import { danish } from './danish.ts'
import { dutch } from './dutch.ts'
import { english } from './english.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { hungarian } from './hungarian.ts'
import { italian } from './italian.ts'
import { norwegian } from './norwegian.ts'
import { polish } from './polish.ts'
import { portuguese } from './portuguese.ts'
import { romanian } from './romanian.ts'
import { spanish } from './spanish.ts'
import { swedish } from './swedish.ts'

export const LANGUAGE_PACKS: Readonly<Record<Language, LanguagePack>> = {
  en: english,
  de: german,
  fr: french,
  nl: dutch,
  es: spanish,
  it: italian,
  pt: portuguese,
  pl: polish,
  cs: czech,
  da: danish,
  no: norwegian,
  sv: swedish,
  hu: hungarian,
  ro: romanian,
}
