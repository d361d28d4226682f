import { expect, test } from 'vitest'
import {
  optionalProse,
  optionalText,
  requiredText,
  webAddress,
} from '../../../../src/core/contract/text.ts'

const problem = (schema: ReturnType<typeof requiredText>, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message)

test.each([undefined, null, '', '  \n'])('treats %j as a missing required text', (value) => {
  expect(problem(requiredText(5), value)).toEqual(['This field is required.'])
})

test('counts lengths in characters, not in UTF-16 units', () => {
  expect(problem(requiredText(3), '🌉🌉🌉')).toBeUndefined()
  expect(problem(requiredText(3), '🌉🌉🌉🌉')).toEqual([
    'Ensure this field has no more than 3 characters.',
  ])
})

test('rejects null characters, which not every database can store', () => {
  expect(problem(requiredText(), 'a\0b')).toEqual(['Null characters are not allowed.'])
})

test.each([undefined, null, '', ' '])('treats %j as an absent optional text', (value) => {
  expect(optionalText(5).parse(value)).toBeUndefined()
})

test('limits the length of optional texts', () => {
  expect(optionalText(2).safeParse('abc').success).toBe(false)
  expect(optionalText(2).parse(' ab ')).toBe('ab')
})

test.each(['ftp://example.org/', 'javascript:alert(1)', 'example.org', 'https://', 'http://a b/'])(
  '%j is no web address',
  (value) => {
    expect(problem(webAddress, value)).toEqual(['Enter a valid URL.'])
  },
)

test.each([
  ['Old\u202e bridge\u2066', 'Old bridge'],
  ['Old\tbridge\r\nat\u2028night', 'Old bridge at night'],
  ['\u0007\u009b31mred', '31mred'],
  ['\u05d0\u200f (\u200eA)', '\u05d0\u200f (\u200eA)'],
])('stores the single-line text %j as %j', (given, kept) => {
  expect(requiredText(50).parse(given)).toBe(kept)
})

test('keeps tabs and line breaks of a multi-line text, and removes other control characters', () => {
  expect(optionalProse(50).parse('one\r\n\ttwo\u0085three\u001b\u202e')).toBe('one\n\ttwo\nthree')
})

test('treats a text of invisible characters only as missing', () => {
  expect(problem(requiredText(5), '\u202e \u0007')).toEqual(['This field is required.'])
  expect(optionalText(5).parse('\u2066')).toBeUndefined()
})
