import { expect, test } from 'vitest'
import { cutSnippet, hasAllWords } from '../../../../src/core/model/search/match-words.ts'
import { listQueryWords } from '../../../../src/core/model/search/word-spellings.ts'

test.each([
  ['Lexington Ave 53 st', '53rd Street, Lexington'],
  ['fifth avenue', 'Parade on 5th Ave.'],
  ['5 ave', 'Fifth Avenue'],
  ['W 42nd', '42 West'],
  ['Hauptstr. Bahnhof', 'Bahnhof, Hauptstraße'],
  ['Hauptstrasse', 'An der HAUPTSTRASSE'],
  ['bd Haussmann', 'Boulevard Haussmann'],
  ['avda América', 'Avenida de América'],
  ['St Marks Place', 'Saint Marks Pl.'],
  ['Avenue C', 'Ave C'],
  ['οδός Πατησίων', 'ΠΑΤΗΣΊΩΝ ΟΔΌΣ'],
  ['istanbul', 'Bridge (İstanbul)'],
  ['İSTANBUL', 'Istanbul'],
])('"%s" has the words of "%s"', (query, text) => {
  expect(hasAllWords(text, listQueryWords(query))).toBe(true)
})

test.each([
  ['Wall Street', 'Wall painting'],
  ['53 Lexington', '530 Lexington'],
  ['Lexington', 'Lexingtons'],
  ['Lexington', 'Lexingtons, 𝔸Lexington𝔸'],
  ['Avenue C', 'Avenue D'],
])('"%s" lacks a word of "%s"', (query, text) => {
  expect(hasAllWords(text, listQueryWords(query))).toBe(false)
})

test('cuts the part of a text around a word', () => {
  const words = listQueryWords('harbor')
  expect(cutSnippet('The harbor', words)).toBe('The harbor')
  expect(cutSnippet('The town', words)).toBeUndefined()
  const long = `${'one two three '.repeat(20)}harbor ${'four five six '.repeat(20)}`
  expect(cutSnippet(long, words)).toMatch(
    /^… (?:one|two|three) .*harbor four .* (?:four|five|six)\u00a0…$/u,
  )
  expect(cutSnippet(`${'x'.repeat(300)} harbor ${'y'.repeat(300)}`, words)).toContain('harbor')
})
