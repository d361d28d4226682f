import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createBitmap,
  setRows,
  type Bitmap,
} from '../../../../../src/core/resident/columns/bitmap.ts'
import {
  createTextIndex,
  restoreTextIndex,
  type TextIndex,
  type TextScan,
} from '../../../../../src/core/resident/text/text-index.ts'
import {
  isWithinThreshold,
  parsePattern,
} from '../../../../../src/core/resident/text/word-similarity.ts'
import { computeWordSimilarity, listTextTrigrams } from '../../../../support/word-similarity.ts'

const ROWS = 12

/** Few letters, so that trigrams repeat and similarities tie. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '-'), maxLength: 24 }),
  fc.string({ unit: fc.constantFrom('a', 'é', 'я', 'Ж', '橋', ' '), maxLength: 16 }),
)
const texts = fc.array(text, { maxLength: 4 })
const change = fc.tuple(fc.nat(ROWS - 1), texts)
const search = fc.record({
  query: text,
  threshold: fc.constantFrom(0.1, 0.4, 0.5, 0.6, 0.7, 0.9, 1),
  rows: fc.uniqueArray(fc.nat(ROWS - 1)),
})

type Search = typeof search extends fc.Arbitrary<infer T> ? T : never

test('finds what a comparison with each text finds, after any changes', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), search, (changes, search) => {
      const [index, corpus] = [createTextIndex(), new Map<number, string[]>()]
      for (const one of changes) apply(one, index, corpus)
      expect(finish(start(index, search))).toEqual(findByReference(corpus, search))
    }),
  )
})

test('matches rows of which one text has all words, each in any of its spellings', () => {
  const index = createTextIndex()
  index.setTexts(0, ['Lexington Avenue at 53rd Street'])
  index.setTexts(1, ['53 St., Lexington'])
  index.setTexts(2, ['Lexington Avenue', '53rd Street'])
  index.setTexts(3, ['Lexingtons 53'])
  const words = [['lexington'], ['53', '53rd']]
  const select = () => [0, 1, 2, 3, 4].filter(index.matchWords(words))
  expect(select()).toEqual([0, 1])
  index.setTexts(1, ['Broadway'])
  index.setTexts(4, ['lexington & 53'])
  expect(select()).toEqual([0, 4])
  expect([0, 1].filter(index.matchWords([['lexington'], ['unheard']]))).toEqual([])
})

test('a change between the steps of a scan counts in each scan under way', () => {
  fc.assert(
    fc.property(fc.array(change), fc.array(change), fc.array(search), (before, later, searches) => {
      const [index, corpus] = [createTextIndex(), new Map<number, string[]>()]
      for (const one of before) apply(one, index, corpus)
      const scans = searches.map((search) => start(index, search))
      for (const one of later) apply(one, index, corpus)
      for (const [number, scan] of scans.entries()) {
        expect(finish(scan)).toEqual(findByReference(corpus, searches[number]!))
      }
    }),
  )
})

test('restores what was saved, under other row numbers and without deleted rows', () => {
  const rowOf = fc.uniqueArray(fc.nat(ROWS - 1), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(change), rowOf, search, (changes, [to, from, gone], search) => {
      const [index, corpus] = [createTextIndex(), new Map<number, string[]>()]
      for (const one of changes) apply(one, index, corpus)
      const mapping = Uint32Array.from({ length: ROWS }, (_, row) => row)
      ;[mapping[to!], mapping[from!], mapping[gone!]] = [from!, to!, 0xff_ff_ff_ff]
      const moved = new Map([...corpus].map(([row, texts]) => [mapping[row]!, texts]))
      const restored = restoreTextIndex(index.save(), mapping)
      expect(finish(start(restored, search))).toEqual(findByReference(moved, search))
    }),
  )
})

test('finds a word in another script whose trigram has the same code', () => {
  const index = createTextIndex()
  index.setTexts(0, ['church'])
  index.setTexts(1, ['аηр'])
  const search: Search = { query: '圍', threshold: 0.9, rows: [0, 1] }
  expect(finish(start(index, search))).toEqual(new Map([[1, 0.5]]))
})

test('does not score images beyond the filter', () => {
  const index = createTextIndex()
  index.setTexts(1000, ['church'])
  expect(finish(start(index, { query: 'church', threshold: 0.7, rows: [1] }))).toEqual(new Map())
})

test('searches long texts in many steps', () => {
  const index = createTextIndex()
  const long = Array.from({ length: 20_000 }, (_, n) => `${n.toString(36)} ab`).join(' ')
  for (let row = 0; row < 16; row++) index.setTexts(row, [long])
  const rows = setRows(createBitmap(16), [...Array(16).keys()])
  const scan = index.startScan(parsePattern(long.slice(0, 500)), 0.01, rows)
  let steps = 0
  do steps++
  while (!scan.step())
  expect(scan.result.rows).toHaveLength(16)
  expect(steps).toBeGreaterThan(8)
  scan.dispose()
})

test('reports when most of its words no longer occur in any text', () => {
  const index = createTextIndex({ manyWords: 100 })
  const words = (count: number, from: number) =>
    Array.from({ length: count }, (_, n) => `w${from + n}`).join(' ')
  index.setTexts(0, [words(60, 0), words(60, 30)])
  index.setTexts(1, [words(50, 60)])
  expect(index.hasManyFormerWords()).toBe(false)
  for (let edit = 0; edit < 6; edit++) {
    expect(index.hasManyFormerWords()).toBe(false)
    index.setTexts(1, [words(60, 200 + 100 * edit)])
  }
  expect(index.hasManyFormerWords()).toBe(true)
})

function apply(
  [row, texts]: readonly [number, string[]],
  index: TextIndex,
  corpus: Map<number, string[]>,
): void {
  index.setTexts(row, texts)
  corpus.set(row, texts)
}

function start(index: TextIndex, { query, threshold, rows }: Search): TextScan {
  const bitmap: Bitmap = setRows(createBitmap(ROWS), rows)
  return index.startScan(parsePattern(query), threshold, bitmap)
}

function finish(scan: TextScan): Map<number, number> {
  while (!scan.step());
  const { rows, similarities } = scan.result
  scan.dispose()
  return new Map([...rows].map((row, index) => [row, similarities[index]!]))
}

function findByReference(
  corpus: Map<number, string[]>,
  { query, threshold, rows }: Search,
): Map<number, number> {
  const pattern = parsePattern(query)
  return new Map(
    rows
      .map((row): [number, number] => {
        const scores = (corpus.get(row) ?? []).map((text) =>
          computeWordSimilarity(pattern, listTextTrigrams(text)),
        )
        return [row, Math.max(0, ...scores)]
      })
      .filter(([, similarity]) => isWithinThreshold(similarity, threshold)),
  )
}

test('throws a known error once it has as many words as it can number, and keeps those', () => {
  const index = createTextIndex({ maxWords: 2 })
  index.setTexts(0, ['old bridge'])
  expect(() => index.setTexts(1, ['new bridge'])).toThrow(/does not fit in its memory/)
  expect(index.scoreRow(parsePattern('bridge'), 0)).toBe(1)
  index.setTexts(2, ['bridge'])
  expect(index.scoreRow(parsePattern('bridge'), 2)).toBe(1)
})
