import { de } from './de/index.ts'
import { en, type Messages } from './en/index.ts'
import { es } from './es/index.ts'
import { fr } from './fr/index.ts'
import type { Language } from '../../core/base/languages.ts'

export type { Messages }

export const MESSAGES: Readonly<Record<Language, Messages>> = { en, de, fr, es }
