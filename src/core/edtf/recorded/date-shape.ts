import type { Term } from './term.ts'

/**
 * One letter for each term, so that rules can be written as patterns: y year, n number, a shortened year, b date of
 * eight digits, R Roman numeral, m month, S season, w weekday, o ordinal, D decade, E decade without a century,
 * k word for a decade, V word for a decade or century, c word for a century, Z name of a century, P part, h half, q quarter, t third, T turn of the
 * century, & conjunction. Hyphens, slashes and periods between numbers stand as they are; `#` fits no rule.
 */
export interface DateShape {
  letters: string
  /** The terms of the letters. */
  terms: readonly Term[]
}

const LETTERS: Readonly<Partial<Record<Term['is'], string>>> = {
  mask: 'y',
  roman: 'R',
  month: 'm',
  season: 'S',
  weekday: 'w',
  ordinal: 'o',
  'full-decade': 'D',
  'short-decade': 'E',
  decade: 'k',
  century: 'c',
  years: 'V',
  and: '&',
  to: '&',
  'century-name': 'Z',
  early: 'P',
  middle: 'P',
  late: 'P',
  half: 'h',
  quarter: 'q',
  third: 't',
  'turn-of-century': 'T',
}

/** Describes the terms of a date. */
export function describeShape(terms: readonly Term[]): DateShape {
  let letters = ''
  const named: Term[] = []
  for (const term of terms) {
    if (term.is === 'sign') {
      letters += /^[-/]$/u.test(term.text) ? term.text : '#'
      continue
    }
    letters += toLetter(term)
    if ('hasPeriod' in term && term.hasPeriod) letters += '.'
    named.push(term)
  }
  // Only a period between two numbers separates them.
  return { letters: letters.replace(/\.(?![nyR])/gu, ''), terms: named }
}

function toLetter(term: Term): string {
  return term.is === 'number' ? classifyNumber(term) : (LETTERS[term.is] ?? '#')
}

function classifyNumber({ digits, isShortened }: Extract<Term, { is: 'number' }>): string {
  if (isShortened) return digits.length === 2 ? 'a' : '#'
  if (digits.length === 4) return /^(?:1\d|20)/u.test(digits) ? 'y' : '#'
  if (digits.length === 8) return 'b'
  return digits.length <= 2 ? 'n' : '#'
}
