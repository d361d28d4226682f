import type { Term } from './term.ts'

const POSTPOSITIONS: ReadonlySet<Term['is']> = new Set([
  'before',
  'after',
  'since',
  'until',
  'between',
])

/** Moves "before" and the like from the end to the beginning, where other languages have it. */
export function movePostposition(terms: readonly Term[]): readonly Term[] {
  const index = terms.findLastIndex(({ is }) => is !== 'uncertain')
  const word = terms[index]
  if (word === undefined || !POSTPOSITIONS.has(word.is)) return terms
  const before = terms.slice(0, index)
  const rest = terms.slice(index + 1)
  // "since 1910 until 1915" is a range.
  const since = before.findIndex(({ is }) => is === 'since')
  if (word.is === 'until' && since > 0) return [...before.with(since, { is: 'to' }), ...rest]
  return [...rest, word, ...before]
}
