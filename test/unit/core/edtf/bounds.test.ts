import { describe, expect, test } from 'vitest'
import { computeBounds } from '../../../../src/core/edtf/bounds.ts'
import { BEGINNING_OF_TIME, END_OF_TIME } from '../../../../src/core/edtf/days.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'
import { fuzzyRange, strictRange } from './written-bounds.ts'

describe('strict bounds: the first and last day that the date can mean', () => {
  test.each([
    ['1904-02', '1904-02-01..1904-02-29'],
    ['19XX-02-29', '1904-02-29..1996-02-29'],
    ['18XX-02-29', '1804-02-29..1896-02-29'],
    ['-190X', '-1909-01-01..-1900-12-31'],
    ['-000X', '-9-01-01..-1-12-31'],
    ['-01XX', '-199-01-01..-100-12-31'],
    ['1984-1X', '1984-10-01..1984-12-31'],
    ['1984-X1', '1984-01-01..1984-11-30'],
    ['1984-02-2X', '1984-02-20..1984-02-29'],
    ['1984-XX-31', '1984-01-31..1984-12-31'],
    ['193X-22', '1930-06-01..1939-08-31'],
    ['1931-29', '1931-09-01..1931-11-30'],
    ['1931-30', '1931-12-01..1931-12-31'],
    ['1931-34', '1931-04-01..1931-06-30'],
    ['1931-38', '1931-05-01..1931-08-31'],
    ['[1910..1915]', '1910-01-01..1915-12-31'],
    ['{1915,1910,1912-05}', '1910-01-01..1915-12-31'],
    ['[..1906]', '..1906-12-31'],
    ['[1900,1906..]', '1900-01-01..'],
    ['../1906', '..1906-12-31'],
    ['1906-05/..', '1906-05-01..'],
    ['/', '..'],
    ['1985-04-12T23:20:30-04', '1985-04-12..1985-04-12'],
  ])('%s', (text, range) => {
    expect(strictRange(text)).toBe(range)
  })
})

describe('fuzzy bounds: every uncertain component widens by its unit', () => {
  test.each([
    ['1900', '1900-01-01..1900-12-31'],
    ['1900?', '1899-01-01..1901-12-31'],
    ['1900%', '1898-01-01..1902-12-31'],
    ['1900-05?', '1899-04-01..1901-06-30'],
    ['1956-01~', '1954-12-01..1957-02-28'],
    ['1956-03-31~', '1955-02-27..1957-05-01'],
    ['2004-~06-11', '2004-05-11..2004-07-11'],
    ['2004?-02-29', '2003-02-28..2005-02-28'],
    ['00XX~', '-100-01-01..199-12-31'],
    ['19X5~', '1904-01-01..1996-12-31'],
    ['-190X~', '-1919-01-01..-1890-12-31'],
    ['1956-09-XX~', '1955-08-01..1957-10-31'],
    ['1956-09-2X~', '1955-08-10..1957-11-08'],
    ['1931-21~', '1929-12-01..1932-08-31'],
    ['1931-~21', '1930-12-01..1931-08-31'],
    ['?1931-33', '1930-01-01..1932-03-31'],
    ['1931-~40', '1930-07-01..1931-12-31'],
    ['Y19000%', '18998-01-01..19002-12-31'],
    ['-1950S2', '-1999-01-01..-1900-12-31'],
    ['1984~/2004-06%', '1983-01-01..2006-08-31'],
    ['1984~/..', '1983-01-01..'],
    ['[1900,1910~]', '1900-01-01..1911-12-31'],
    ['[..1906~]', '..1907-12-31'],
  ])('%s', (text, range) => {
    expect(fuzzyRange(text)).toBe(range)
  })
})

describe('a date whose century is unknown has no bounds, and is an open end', () => {
  test.each([
    ['XXXX', '..'],
    ['-XXXX', '..'],
    ['XXXX~', '..'],
    ['XXXX-12', '..'],
    ['XXXX-12-25', '..'],
    ['XXXX-21', '..'],
    ['1XXX', '..'],
    ['1X55', '..'],
    ['X905', '..'],
    ['XXXX/1950', '..1950-12-31'],
    ['1950/1XXX', '1950-01-01..'],
    ['XXXX/XXXX', '..'],
    ['[XXXX,1950]', '..'],
    ['[1XXX..1950]', '..1950-12-31'],
  ])('%s', (text, range) => {
    expect(strictRange(text)).toBe(range)
    expect(fuzzyRange(text)).toBe(range)
  })

  test.each(['1XXX/0950', '[2XXX..1950]'])('%s ends before it begins', (text) => {
    expect(() => parseEdtf(text)).toThrow('ends before it begins')
  })
})

test('clamps years out of range to the minimum or maximum day', () => {
  const end = END_OF_TIME
  const bounds = { strictFrom: end, strictTo: end, fuzzyFrom: end, fuzzyTo: end }
  for (const text of ['Y1E15', 'Y12E999', `Y9${'0'.repeat(48)}`, 'Y99E99999999S3']) {
    expect(computeBounds(parseEdtf(text)), text).toEqual(bounds)
  }
  expect(computeBounds(parseEdtf('Y-1E15S1')).strictTo).toBe(BEGINNING_OF_TIME)
})
