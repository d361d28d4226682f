import { describe, expect, test } from 'vitest'
import { EdtfError } from '../../../../src/core/edtf/edtf-error.ts'
import { parseEdtf } from '../../../../src/core/edtf/parse.ts'
import { COMBINATIONS, INVALID, LEVEL_0, LEVEL_1, LEVEL_2 } from './standard-examples.ts'

/** Texts with their complete error messages. */
const REFUSALS: [text: string, message: string][] = [
  ['', 'the date is empty (position 1)'],
  [`[${'1900,'.repeat(9)}1900]`, 'a date has at most 50 characters (position 51)'],
  ['1956-13', 'month 13 does not exist (position 6)'],
  ['1956-~13', 'month 13 does not exist (position 7)'],
  ['1957-02-29', '1957-02 has no day 29 (position 9)'],
  ['1956-02-3X', '1956-02 has no day 3X (position 9)'],
  ['1900-21-03', 'a season or a part of a year has no day (position 9)'],
  ['1900-00-00', 'month 00 does not exist (position 6)'],
  ['1900-1', 'a month has two digits (position 6)'],
  ['1900-01-01-01', 'a date ends after the day (position 12)'],
  ['1900-', 'the month is missing (position 6)'],
  ['1900/-', 'the year is missing (position 6)'],
  ['1900-0a', '"a" is not allowed in a date (position 7)'],
  ['1900 01', 'a space is not allowed in a date (position 5)'],
  ['19😀0', '"😀" is not allowed in a date (position 3)'],
  ['~1900~', 'the year has two qualifiers; % alone means uncertain and approximate (position 1)'],
  ['1900~~-01', 'only one of ?, ~ and % may stand before or after the year (position 1)'],
  ['-0000', 'there is no year -0000 (position 1): write 0000'],
  ['00001', 'a year of more than four digits begins with Y (position 1)'],
  ['1910/11', 'a year has four digits (position 6)'],
  ['Y1950', 'Y is for years of more than four digits (position 1): write 1950'],
  ['Y-950', 'Y is for years of more than four digits (position 1): write -0950'],
  ['Y012345', 'a year after Y does not begin with 0 (position 2)'],
  ['Y-012345', 'a year after Y does not begin with 0 (position 3)'],
  ['Y17E0', 'the exponent after E is 1 or more (position 5)'],
  ['17E7', 'a year with an exponent begins with Y (position 1)'],
  ['Y17000-05', 'a year with Y, E or S has the form Y-17E7, Y19000 or 1950S2 (position 1)'],
  ['1950S0', 'the number of significant digits after S is 1 or more (position 6)'],
  ['1950S5', 'the year has only 4 digits (position 6)'],
  ['1950S2~', 'a year with significant digits has no qualifier (position 6)'],
  ['1956-09-03/1956-09-01', 'the interval ends before it begins (position 12)'],
  ['1900/1901/1902', 'an interval has only two ends (position 11)'],
  ['1900/1901-13', 'month 13 does not exist (position 11)'],
  ['1900-01-01T10:00:00/1901', 'an interval has no time of day (position 1)'],
  ['1985-04T10:00:00', 'a time of day needs a date with year, month and day (position 1)'],
  ['1985-04-1XT10:00:00', 'a time of day needs an exact date, without X, ?, ~ or % (position 1)'],
  ['1985-04-12T10:00', 'a time of day is written hh:mm:ss (position 12)'],
  ['1985-04-12T24:00:00', 'hours run from 00 to 23 (position 12)'],
  ['1985-04-12T23:60:00', 'minutes run from 00 to 59 (position 15)'],
  ['1985-04-12T23:20:60', 'seconds run from 00 to 59 (position 18)'],
  [
    '1985-04-12T23:20:30UTC',
    'only Z or a UTC offset such as +04:30 may follow the seconds (position 20)',
  ],
  ['1985-04-12T23:20:30+15', 'a UTC offset is at most 14 hours and 59 minutes (position 20)'],
  ['1985-04-12T23:20:30-00', 'a UTC offset of zero is written Z (position 20)'],
  ['[1667', 'a set that begins with [ ends with ] (position 5)'],
  ['[1667}', 'a set that begins with [ ends with ] (position 6)'],
  ['[]', 'a date is missing in the set (position 2)'],
  ['31 Feb 1920', 'months are written as numbers (position 3)'],
  ['1920-1910', 'a slash separates the two ends of an interval (position 5)'],
  ['[1900]', 'a set names at least two dates (position 1): write 1900'],
  ['[1900,1901-13]', 'month 13 does not exist (position 12)'],
  ['[1900,..1905]', 'only the first date of a set may begin with .. (position 7)'],
  ['{1900..,1905}', 'only the last date of a set may end with .. (position 2)'],
  ['[1672..1670]', 'the range ends before it begins (position 8)'],
  ['[1900/1910,1920]', 'a set contains no intervals (position 2)'],
]

/** Common ways to write dates, with the valid form that the message suggests. */
const OFFERED: [text: string, instead: string | undefined][] = [
  [' 1956', undefined],
  ['n.d.', undefined],
  ['1920s', '192X'],
  ["1920's", '192X'],
  ['1900s', '190X or 19XX'],
  ['ca. 1920s', '192X~'],
  ['c. 1920', '1920~'],
  ['circa 1920', '1920~'],
  ['192u', '192X'],
  ['18--?', '18XX?'],
  ['18xx', '18XX'],
  ['19th century', '18XX'],
  ['1900-1910', '1900/1910'],
  ['1900–1910', '1900/1910'],
  ['before 1906', '../1906'],
  ['After 1906', '1906/..'],
  ['between 1910 and 1915', '[1910..1915]'],
  ['1910 or 1911', '[1910,1911]'],
  ['..1900', '../1900'],
  ['1900..', '1900/..'],
  ['1900/open', '1900/..'],
  ['1900/unknown', '1900/'],
  ['unknown/1900', '/1900'],
  ['1900?~', '1900%'],
  ['+1956-09', '1956-09'],
  ['19560903', '1956-09-03'],
  ['195609', '1956-09'],
  ['1956/9/3', '1956-09-03'],
  ['1956.09.03', '1956-09-03'],
  ['1956-9-3', '1956-09-03'],
  ['956', '0956'],
  ['19000', 'Y19000'],
  ['May 1912', '1912-05'],
  ['sept. 1912', '1912-09'],
  ['3 May 1912', '1912-05-03'],
  ['December 31st, 1912', '1912-12-31'],
  ['spring 1931', '1931-21'],
  ['Winter 1931', '1931-24'],
]

function refusalOf(text: string): EdtfError {
  try {
    parseEdtf(text)
  } catch (error) {
    if (error instanceof EdtfError) return error
    throw error
  }
  throw new Error(`${text} was accepted`)
}

describe('rejects with the reason and position', () => {
  test.each(REFUSALS)('%j', (text, message) => {
    expect(refusalOf(text).message).toBe(message)
  })
})

test('suggests the valid form for common other notations', () => {
  expect(OFFERED.map(([text]) => [text, refusalOf(text).suggestion])).toEqual(OFFERED)
})

test('every suggested form is valid', () => {
  const offered = OFFERED.flatMap(([, instead]) => instead?.split(' or ') ?? [])
  expect(offered.length).toBeGreaterThan(30)
  for (const text of offered) expect(() => parseEdtf(text), text).not.toThrow()
})

test('rejects texts that are not dates', () => {
  for (const text of INVALID) expect(() => parseEdtf(text), text).toThrow(EdtfError)
})

test('the position is that of a character, or one past the end', () => {
  for (const text of INVALID) {
    expect(refusalOf(text).position, text).toBeGreaterThanOrEqual(1)
    expect(refusalOf(text).position, text).toBeLessThanOrEqual(text.length + 1)
  }
})

describe('accepted', () => {
  test.each([
    ['level 0', LEVEL_0],
    ['level 1', LEVEL_1],
    ['level 2', LEVEL_2],
    ['combinations of what the levels allow', COMBINATIONS],
  ])('%s', (_, texts) => {
    for (const text of texts) expect(() => parseEdtf(text), text).not.toThrow()
  })
})

test('a qualifier after a component applies to all components to its left, one before it to that component only', () => {
  expect(parseEdtf('?2004-06~-%11')).toEqual({
    kind: 'date',
    year: { digits: '2004', quality: 'both' },
    month: { digits: '06', quality: 'approximate' },
    day: { digits: '11', quality: 'both' },
  })
})
