import { addMark, combineMarks, type Doubt, type Draft, type Mark } from './date-fields.ts'
import type { DayOrder } from './day-order.ts'
import { readDate } from './read-date.ts'
import type { Term } from './term.ts'

/** The qualifiers that words stand for. */
export const MARKS: Partial<Record<Term['is'], Mark>> = {
  circa: '~',
  uncertain: '?',
  copyright: '',
}

/**
 * Reads one date with qualifiers before or after it: `ca. 1910`, `1910 (?)`. The result may lack parts, such as the
 * year in `3 May`.
 */
export function readQualifiedDate(terms: readonly Term[], order: DayOrder): readonly Draft[] {
  const start = terms.findIndex((term) => !isQualifier(term))
  const end = terms.findLastIndex((term) => !isQualifier(term)) + 1
  if (end === 0) return []
  const qualifiers = [...terms.slice(0, start), ...terms.slice(end)]
  const mark = qualifiers.map(({ is }) => MARKS[is] ?? '').reduce<Mark>(combineMarks, '')
  const doubts = findDoubts(terms)
  const drafts = readDate(terms.slice(start, end), order)
  // The "c." of "late 19th c." is a century.
  const isCentury = terms.at(-1)?.is === 'circa'
  const possible = drafts.filter((draft) => !isCentury || !draft.doubts.includes('century'))
  return possible.map((draft) => {
    const doubted = { ...draft, doubts: [...draft.doubts, ...doubts] }
    if (qualifiers.length === 0) return doubted
    return addMark({ ...doubted, qualifiedAt: start > 0 ? 'start' : 'end' }, mark)
  })
}

function isQualifier({ is }: Term): boolean {
  return MARKS[is] !== undefined
}

function findDoubts(terms: readonly Term[]): Doubt[] {
  const doubts: Doubt[] = []
  if (terms.some(({ is }) => is === 'copyright')) doubts.push('copyright')
  if (terms.some((term) => term.is === 'mask' && term.isDoubtful)) doubts.push('mask')
  return doubts
}
