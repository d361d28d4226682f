import type { Meaning } from './language-pack.ts'

/** Meaning of a word, number or sign of a recorded date in one language. */
export type Term =
  | NumberTerm
  | { is: 'mask'; digits: string; isDoubtful: boolean }
  /** `1920s` */
  | { is: 'full-decade'; digits: string }
  /** `20s`, of an unknown century */
  | { is: 'short-decade'; digits: string }
  | { is: 'roman'; value: number; hasPeriod: boolean; isOrdinal: boolean }
  | { is: 'month' | 'season' | 'weekday' | 'ordinal' | 'century-name'; value: number }
  | { is: 'sign'; text: string }
  | { is: Meaning }

export interface NumberTerm {
  is: 'number'
  digits: string
  isShortened: boolean
  hasPeriod: boolean
  /** Whether the number has the ending of an ordinal: `3rd`. */
  isOrdinal: boolean
}

/** Whether a term is this punctuation mark. */
export function isSign(term: Term | undefined, text: string): boolean {
  return term?.is === 'sign' && term.text === text
}
