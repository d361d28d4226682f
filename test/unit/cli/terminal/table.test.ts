import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { formatTable, wrapText } from '../../../../src/cli/terminal/table.ts'

test('aligns columns by their width on a terminal, not by code units', () => {
  const text = formatTable(
    [
      ['橋', 'x'],
      ['Brücke', 'y'],
    ],
    80,
  )
  expect(text).toBe('橋      x\nBrücke  y\n')
})

test('fits lines to the terminal while every column has at least six characters', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 22, max: 100 }),
      (lines, width) => {
        for (const line of formatTable(lines, width).split('\n')) {
          expect(stringWidth(line)).toBeLessThanOrEqual(width)
        }
      },
    ),
    { numRuns: 100 },
  )
})

test.each([
  ['Brücke', 6],
  ['橋', 2],
  ['한', 2],
  ['✅', 2],
  ['🏰', 2],
  ['🇩🇪', 2],
  ['ﾊﾞ', 2],
  ['e\u0301', 1],
])('the width of %s is %i columns', (text, width) => expect(stringWidth(text)).toBe(width))

test('wraps text at blanks, and puts a word wider than the line on its own line', () => {
  expect(wrapText('a bb ccccccc dd', 4)).toEqual(['a bb', 'ccccccc', 'dd'])
  expect(wrapText('a bb ccccccc dd', 6, ['  ', '    '])).toEqual([
    '  a bb',
    '    ccccccc',
    '    dd',
  ])
})

test('keeps all blanks of a line', () => expect(wrapText('"a  b" c', 80)).toEqual(['"a  b" c']))
