import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { displayEdtf } from '../../../../src/core/edtf/display.ts'
import { EdtfError } from '../../../../src/core/edtf/edtf-error.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'
import { readRecordedDate } from '../../../../src/core/edtf/recorded/recorded-date.ts'
import { fuzzyRange, strictRange } from './written-bounds.ts'

const page = readFileSync(new URL('../../../../docs/dates.md', import.meta.url), 'utf8')

/** Returns the rows of all tables with this heading; the first cell is a date in backticks. */
function rowsUnder(...heading: string[]): string[][] {
  const rows: string[][] = []
  let current: string[] = []
  for (const line of page.split('\n')) {
    const cells = line.split('|').slice(1, -1)
    const words = cells.map((cell) => cell.trim())
    if (words[0]?.startsWith('`') !== true) current = words[0]?.startsWith('-') ? current : words
    else if (current.join() === heading.join())
      rows.push([words[0].slice(1, -1), ...words.slice(1)])
  }
  return rows
}

function answerTo(text: string): string {
  try {
    return displayEdtf(parseEdtf(text))
  } catch (error) {
    if (error instanceof EdtfError) return error.message
    throw error
  }
}

test('finds the tables of the page on dates', () => {
  expect(rowsUnder('Written', 'Shown').length).toBeGreaterThan(35)
  expect(rowsUnder('Written', 'Strict', 'Fuzzy').length).toBeGreaterThan(10)
  expect(rowsUnder('Written', 'Message').length).toBeGreaterThan(8)
})

describe('the page on dates states how a date is formatted', () => {
  test.each(rowsUnder('Written', 'Shown'))('%s as %s', (text, shown) => {
    expect(answerTo(text)).toBe(shown)
  })
})

describe('the page on dates states which days a date covers', () => {
  test.each(rowsUnder('Written', 'Strict', 'Fuzzy'))('%s: %s, fuzzy %s', (text, strict, fuzzy) => {
    expect([strictRange(text), fuzzyRange(text)]).toEqual([strict, fuzzy])
  })
})

describe('the page on dates states why a text is rejected', () => {
  test.each(rowsUnder('Written', 'Message'))('%s: %s', (text, answer) => {
    expect(() => parseEdtf(text)).toThrow(EdtfError)
    expect(answerTo(text)).toBe(answer)
  })
})

describe('the page on dates states how recorded dates are read', () => {
  test.each(rowsUnder('Recorded', 'Confidence', 'EDTF'))('%s: %s %s', (text, confidence, edtf) => {
    const date = readRecordedDate(text)
    const written = date.readings.map((reading) => `\`${reading.edtf}\``)
    const enumerated = written.join(', ').replace(/, (?=[^ ]*$)/u, ' or ')
    expect([date.confidence, enumerated]).toEqual([confidence, edtf])
  })
})
