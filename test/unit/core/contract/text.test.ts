import { expect, test } from 'vitest'
import {
  optionalProse,
  optionalText,
  requiredText,
  webAddress,
} from '../../../../src/core/contract/text.ts'

const problem = (schema: ReturnType<typeof requiredText>, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message)

test.each([undefined, null, '', '  \n'])('%j is a missing required text', (value) => {
  expect(problem(requiredText(5), value)).toEqual(['This field is required.'])
})

test('a length is counted in characters, not in halves of them', () => {
  expect(problem(requiredText(3), '🌉🌉🌉')).toBeUndefined()
  expect(problem(requiredText(3), '🌉🌉🌉🌉')).toEqual([
    'Ensure this field has no more than 3 characters.',
  ])
})

test('a null character is refused, because not every database holds one', () => {
  expect(problem(requiredText(), 'a\0b')).toEqual(['Null characters are not allowed.'])
})

test.each([undefined, null, '', ' '])('%j as an optional text is absent', (value) => {
  expect(optionalText(5).parse(value)).toBeUndefined()
})

test('an optional text keeps its limit', () => {
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
])('the text of one line %j is kept as %j', (given, kept) => {
  expect(requiredText(50).parse(given)).toBe(kept)
})

test('a text of several lines keeps its tabs and line breaks, and no other control character', () => {
  expect(optionalProse(50).parse('one\r\n\ttwo\u0085three\u001b\u202e')).toBe('one\n\ttwo\nthree')
})

test('nothing but hidden characters is a missing text', () => {
  expect(problem(requiredText(5), '\u202e \u0007')).toEqual(['This field is required.'])
  expect(optionalText(5).parse('\u2066')).toBeUndefined()
})
