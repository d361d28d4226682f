import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeBounds } from '../../../../../src/core/edtf/bounds.ts'
import { displayEdtf } from '../../../../../src/core/edtf/display.ts'
import type { Part, PlainDate } from '../../../../../src/core/edtf/edtf.ts'
import { parseEdtf } from '../../../../../src/core/edtf/parse.ts'
import { LANGUAGES, type Language } from '../../../../../src/core/edtf/recorded/language-pack.ts'
import { LANGUAGE_PACKS } from '../../../../../src/core/edtf/recorded/languages/index.ts'
import {
  MAX_RECORDED_DATE,
  readRecordedDate,
  type RecordedDateOptions,
} from '../../../../../src/core/edtf/recorded/recorded-date.ts'
import { runsOf } from '../../../../support/property-runs.ts'

interface Phrase {
  /** `*` or a language, and the order of numeric dates if it is given. */
  languages: string
  text: string
  confidence: string
  readings: string
}

function readPhrases(): Phrase[] {
  const path = new URL('../../../../../fixtures/dates/recorded-dates.tsv', import.meta.url)
  const [, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [languages = '', text = '', confidence = '', readings = ''] = line.split('\t')
    return { languages, text, confidence, readings }
  })
}

function toOptions(languages: string): RecordedDateOptions {
  const [language, order] = languages.split(' ')
  return {
    ...(language !== '*' && { languages: [language as Language] }),
    ...((order === 'day-first' || order === 'month-first') && { dayOrder: order }),
  }
}

const PHRASES = readPhrases()

test.each(LANGUAGES.map((language) => [language]))('reads the phrases in %s', (language) => {
  const phrases = PHRASES.filter(({ languages }) => languages.startsWith(language))
  expect(phrases.length).toBeGreaterThan(50)
  expect(phrases.map(read)).toEqual(phrases)
})

test('reads the phrases of an unknown language', () => {
  const phrases = PHRASES.filter(({ languages }) => languages.startsWith('*'))
  expect(phrases.map(read)).toEqual(phrases)
})

function read({ languages, text }: Phrase): Phrase {
  const { confidence, readings } = readRecordedDate(text, toOptions(languages))
  return { languages, text, confidence, readings: readings.map(({ edtf }) => edtf).join('|') }
}

test('never reads more with fewer languages', () => {
  for (const { text } of PHRASES.filter((_, index) => index % 8 === 0)) {
    const all = readRecordedDate(text).readings.map(({ edtf }) => JSON.stringify(parseEdtf(edtf)))
    for (const language of LANGUAGES) {
      const { readings } = readRecordedDate(text, { languages: [language] })
      for (const { edtf } of readings) expect(all).toContain(JSON.stringify(parseEdtf(edtf)))
    }
  }
})

test('a word that no language knows leaves no reading', () => {
  for (const { languages, text } of PHRASES.filter((_, index) => index % 4 === 0)) {
    const { readings } = readRecordedDate(`${text} qwx`, toOptions(languages))
    expect([text, readings]).toEqual([text, []])
  }
})

test('ignores texts that are longer than any date', () => {
  expect(readRecordedDate('1'.repeat(10_000_000)).readings).toEqual([])
  expect(readRecordedDate(`1910${' '.repeat(MAX_RECORDED_DATE)}`).confidence).toBe('none')
})

/** Words, numbers and signs of recorded dates in random order. */
const vocabulary = [
  ...LANGUAGES.flatMap((language) => {
    const { months, seasons, words, ordinals, decades } = LANGUAGE_PACKS[language]
    return [months, seasons, ...Object.values(words), ordinals, decades]
  }).flatMap((phrases) => phrases.split(/[|,]\s*/u)),
  ...'1910 1911 19 18 3 5 12 31 00 20 XIX V 192- 18-- 1920s 20er - / . , ; ? ~ [ ] ( )'.split(' '),
]

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...Array.from("0123456789-/.,?~[]{}X s'")), maxLength: 20 }),
  fc
    .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(' ', '', '-')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((words) => words.flat().join('')),
)

test('every reading is valid EDTF with ordered bounds, and certain readings are alone', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const { confidence, readings } = readRecordedDate(text)
      for (const { edtf } of readings) {
        const parsed = parseEdtf(edtf)
        const { strictFrom, strictTo, fuzzyFrom, fuzzyTo } = computeBounds(parsed)
        expect(strictFrom).toBeLessThanOrEqual(strictTo)
        expect(fuzzyFrom).toBeLessThanOrEqual(strictFrom)
        expect(fuzzyTo).toBeGreaterThanOrEqual(strictTo)
        expect(displayEdtf(parsed)).not.toBe('')
      }
      const count = Math.min(readings.length, 2)
      expect({ none: 0, likely: 1, certain: 1, ambiguous: 2 }[confidence]).toBe(count)
    }),
    { seed: 17, numRuns: runsOf(500) },
  )
})

test('one reading of valid EDTF is the text itself', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const edtf = text.trim()
      const { readings } = readRecordedDate(edtf)
      expect(isEdtf(edtf) && !readings.some((reading) => reading.edtf === edtf)).toBe(false)
    }),
    { seed: 18, numRuns: runsOf(200) },
  )
})

/** Short texts near EDTF, of which about a tenth is valid. */
const nearEdtf = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('0129-?~/X')), maxLength: 12 }),
  fc
    .array(
      fc.constantFrom(
        ...'1910 1899 -1910 191X 05 12 24 25 32 41 1X XX - - - / .. ? ~ % [ ] { } , Y E2'.split(
          ' ',
        ),
      ),
      { minLength: 1, maxLength: 9 },
    )
    .map((pieces) => pieces.join('')),
)

test('valid EDTF is not certain if few sources mean by it what EDTF does', () => {
  const valid = nearEdtf.filter(isEdtf)
  fc.assert(
    fc.property(valid, (text) => {
      const { confidence } = readRecordedDate(text)
      const isDoubtful = listParts(parseEdtf(text)).some(
        ([year, month, day]) =>
          year.digits.startsWith('-') ||
          Number(month?.digits) > 20 ||
          [month, day].some((part) => part && part.quality !== year.quality),
      )
      if (isDoubtful) expect([text, confidence]).not.toEqual([text, 'certain'])
    }),
    { seed: 19, numRuns: runsOf(500) },
  )
})

/** Lists the year, month and day of each date in a parsed EDTF text. A season is a month here. */
function listParts(value: unknown): [Part, Part | null, Part | null][] {
  if (typeof value !== 'object' || value === null) return []
  if (!('year' in value)) return Object.values(value).flatMap(listParts)
  const date = value as PlainDate
  if (date.kind === 'date') return [[date.year, date.month, date.day]]
  if (date.kind !== 'season') return []
  return [[date.year, { digits: String(date.number), quality: date.quality }, null]]
}

function isEdtf(text: string): boolean {
  try {
    parseEdtf(text)
    return true
  } catch {
    return false
  }
}

test.each(['May 2031', '2031', '1928-2031', '2031-05-03'])(
  'a year that has not begun is never certain: %s',
  (text) => {
    expect(readRecordedDate(text, { newestYear: 2030 }).confidence).not.toBe('certain')
    expect(readRecordedDate(text, { newestYear: 2031 }).confidence).toBe('certain')
  },
)
