import type { Language } from '../../core/base/languages.ts'

/** Forms of a noun by the plural category of its count (Unicode CLDR). */
export interface PluralForms {
  one: string
  /** For round millions in French and Spanish: `d’images`. `other` by default. */
  many?: string
  other: string
}

/** Writes a count with its noun: `1 image`, `12,345 images`. */
export type Plural = (count: number, forms: PluralForms) => string

export function createPlural(language: Language): Plural {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, { one, other, many = other }) => {
    const category = rules.select(count)
    const noun = category === 'one' ? one : category === 'many' ? many : other
    return `${numbers.format(count)} ${noun}`
  }
}
