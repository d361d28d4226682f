import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from '../../../../src/core/model/fold.ts'

test.each([
  ['ÅSE', 'åse'],
  ['A\u030Ase', 'åse'],
  ['STRASSE', 'strasse'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['Москва', 'москва'],
  ['İSTANBUL', 'istanbul'],
  ['I\u0307stanbul', 'istanbul'],
])('%s folds to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
  )
})
