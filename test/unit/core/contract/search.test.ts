import { expect, test } from 'vitest'
import { parseParameters } from '../../../../src/core/contract/parse-fields.ts'
import { inViewSearchQuery, textSearchQuery } from '../../../../src/core/contract/search.ts'

const parseText = (query: object) => parseParameters(textSearchQuery, { q: 'hall', ...query })
const parseInView = (query: object) =>
  parseParameters(inViewSearchQuery, { lat: '1', lon: '2', ...query })

test('has the documented defaults', () => {
  expect(parseText({})).toEqual({ q: 'hall', threshold: 0.7, page: 1, page_size: 20 })
  expect(parseInView({})).toEqual({ lat: 1, lon: 2, radius: null, page: 1, page_size: 20 })
})

test('treats blank parameters as absent', () => {
  const blank = { page: '', page_size: ' ', source: '', year_min: ' ', georeferenced: '' }
  expect(parseText({ ...blank, threshold: '' })).toEqual(parseText({}))
  expect(parseInView({ ...blank, radius: ' ' })).toEqual(parseInView({}))
})

test.each([
  ['0', 1, 1],
  ['-0', 1, 1],
  ['-7', 1, 1],
  ['+3', 3, 3],
  [' 3 ', 3, 3],
  ['100', 100, 100],
  ['101', 101, 100],
  ['9'.repeat(400), 1_000_000_000, 100],
])('clamps page %j to %i and page_size to %i', (text, page, page_size) => {
  expect(parseText({ page: text, page_size: text })).toMatchObject({ page, page_size })
})

test.each([
  ['-0', 0],
  ['-1e400', 0],
  ['-1e-400', 0],
  ['.5', 0.5],
  ['1.', 1],
  ['1e400', 1],
])('clamps threshold %j to %f', (threshold, clamped) => {
  expect(parseText({ threshold }).threshold).toBe(clamped)
})

test.each([
  ['1e-3', 0.001],
  ['50000', 50_000],
  ['50000.1', 50_000],
  ['1e400', 50_000],
])('clamps radius %j to %f', (radius, clamped) => {
  expect(parseInView({ radius }).radius).toBe(clamped)
})

test('trims the text and counts Unicode characters', () => {
  const longest = '🗼'.repeat(500)
  expect(parseText({ q: ` ${longest}\n` }).q).toBe(longest)
  expect(() => parseText({ q: `${longest}x` })).toThrow('q: Enter at most 500 characters.')
})

test('reports all invalid parameters in one message', () => {
  const query = { q: ' ', threshold: 'NaN', page: '1.5', source: 'x', georeferenced: 'maybe' }
  expect(() => parseText(query)).toThrow(
    'q: Enter a text to search for. threshold: Enter a number from 0 to 1. page: Enter a whole number. georeferenced: Enter true or false, or 1 or 0. source: Enter whole numbers, separated by commas.',
  )
})

test('limits the number of in-view results over all pages', () => {
  expect(parseInView({ page: '10', page_size: '100' })).toMatchObject({ page: 10 })
  expect(parseInView({ page: '10', page_size: '2000' })).toMatchObject({ page: 10 })
  const error = 'page: page × page_size must not be greater than 1000.'
  expect(() => parseInView({ page: '11', page_size: '100' })).toThrow(error)
  expect(() => parseInView({ page: '9'.repeat(30), page_size: '1' })).toThrow(error)
})
