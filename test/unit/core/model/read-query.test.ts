import { expect, test } from 'vitest'
import { readQuery } from '../../../../src/core/model/search/read-query.ts'

test.each([
  ['harbor 1910s', 'harbor', '1910s', 1910, 1919],
  ['before 1900', '', 'before 1900', null, 1899],
  ['vor 1900 Hafen', 'Hafen', 'vor 1900', null, 1899],
  ['port avant 1900', 'port', 'avant 1900', null, 1899],
  ['antes de 1900', '', 'antes de 1900', null, 1899],
  ['before the 1920s', '', 'before the 1920s', null, 1919],
  ['until 1900', '', 'until 1900', null, 1900],
  ['bridge after 1945', 'bridge', 'after 1945', 1946, null],
  ['since 1945', '', 'since 1945', 1945, null],
  ['1890-1905 Wall Street', 'Wall Street', '1890-1905', 1890, 1905],
  ['Wall Street 1890–1905', 'Wall Street', '1890–1905', 1890, 1905],
  ['Flatiron 1910', 'Flatiron', '1910', 1910, 1910],
  ['3. Mai 1912', '', '3. Mai 1912', 1912, 1912],
  ['église du XIXe siècle', 'église', 'du XIXe siècle', 1800, 1899],
  ['harbor, before 1900', 'harbor', 'before 1900', null, 1899],
  ['Mode 20er Jahre', 'Mode', '20er Jahre', 1920, 1929],
  ['mercado siglo XIX', 'mercado', 'siglo XIX', 1800, 1899],
])('reads the years of "%s"', (query, text, date, ...years) => {
  const [min, max] = years
  expect(readQuery(query)).toMatchObject({ text, date: { text: date, min, max }, named: null })
})

test.each(['vers 1910', 'um 1900', 'hacia 1910', 'ca. 1910', 'c1910'])(
  'widens the years of "%s"',
  (query) => {
    const year = Number(/\d+/u.exec(query))
    const { text, date } = readQuery(query)
    expect(text).toBe('')
    expect(date?.min).toBeLessThan(year)
    expect(date?.max).toBeGreaterThan(year)
  },
)

test.each([
  'Lexington Ave 53 st',
  '53rd Street',
  'Avenue A',
  '120 Broadway',
  'West 19th Street',
  'May Company',
  'Louis XIV',
  '12345 main',
])('reads no date in "%s"', (query) => {
  expect(readQuery(query)).toMatchObject({ text: query, date: null, named: null })
})

test('takes words in quotation marks as they are', () => {
  const words = [['hotel'], ['1910']]
  expect(readQuery('hotel "1910"')).toEqual({ text: 'hotel 1910', date: null, named: null, words })
})

test.each([
  ['12', { image: 12 }],
  ['#1910', { image: 1910 }],
  ['# 7', { image: 7 }],
  ['q42', { item: 'Q42' }],
])('reads what "%s" names', (query, named) => {
  expect(readQuery(query)).toMatchObject({ date: null, named })
})

test.each([`1900 a${','.repeat(400_000)}b`, `${'1'.repeat(400_000)} 1900`])(
  'reads a date beside hundreds of thousands of other characters',
  (query) => {
    expect(readQuery(query).date).toMatchObject({ text: '1900', min: 1900 })
  },
)
