import { expect, test } from 'vitest'
import { hasHiddenCharacters, markHiddenCharacters } from '../../../../src/core/model/text.ts'
import {
  optionalProse,
  optionalText,
  requiredText,
  webAddress,
} from '../../../../src/core/contract/text-fields.ts'

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
  ['\u05d0\u200f\u200f\u200f', '\u05d0\u200f'],
  ['\u05d0 \u2067\u2068abc', '\u05d0 \u2067\u2068abc\u2069\u2069'],
  ['\u05d0\u2069 \u2066abc\u2069\u2069', '\u05d0 \u2066abc\u2069'],
  ['\u05d0' + '\u2067'.repeat(99) + 'a', '\u05d0' + '\u2067'.repeat(8) + 'a' + '\u2069'.repeat(8)],
  ['Old\u200e \u200fbridge\u061c \u2068(1)\u2069', 'Old bridge (1)'],
  ['Br\u00adid\u200bge\ufeff\u2060', 'Bridge'],
  ['Br\ufff9id\ufffage\ufffb', 'Bridge'],
  ['Bridge\u{e0041}\u{e0001}', 'Bridge'],
  [
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['❤️‍🔥 👩🏽‍🚒 1️⃣', '❤️‍🔥 👩🏽‍🚒 1️⃣'],
  ['a\ufe0f\ufe0e\ufe0d', 'a\ufe0f'],
  ['نمی‌خواهم', 'نمی‌خواهم'],
  ['क्‍ष', 'क्‍ष'],
  ['ไทย\u200bคำ', 'ไทย\u200bคำ'],
  ['e\u0323\u0302', 'e\u0323\u0302'],
  ['\u05d1\u05bc\u05b0\u0591\u05bd', '\u05d1\u05bc\u05b0\u0591\u05bd'],
  ['ཧྐྵྨླྺྼྻྂ', 'ཧྐྵྨླྺྼྻྂ'],
  [`Z${'\u0301'.repeat(9000)}o`, `Z${'\u0301'.repeat(16)}o`],
  [`Z${'\u0301\u200d'.repeat(9000)}o`, `Z${'\u0301\u200d'.repeat(8)}o`],
])('stores the single-line text %j as %j', (given, kept) => {
  expect(requiredText(20_000).parse(given)).toBe(kept)
})

test('keeps tabs and line breaks of a multi-line text, and removes other control characters', () => {
  expect(optionalProse(50).parse('one\r\n\ttwo\u0085three\u001b\u202e')).toBe('one\n\ttwo\nthree')
})

test('treats a text of invisible characters only as missing', () => {
  expect(problem(requiredText(5), '\u202e \u0007')).toEqual(['This field is required.'])
  expect(optionalText(5).parse('\u2066')).toBeUndefined()
})

test('balances the isolates of each line', () => {
  expect(optionalProse(50).parse('\u05d0\u2067a\nb\n\u05d1\u2066c')).toBe(
    '\u05d0\u2067a\u2069\nb\n\u05d1\u2066c\u2069',
  )
})

test.each(['https://ada:secret@example.org/', 'https://museum.example@evil.example/'])(
  'rejects the credentials in %j',
  (value) => {
    expect(problem(webAddress, value)).toEqual(['Enter a URL without a user name or password.'])
  },
)

test.each([
  'A\u200eda',
  'Ada\u200b',
  '\u05d0\u2067b\u2069',
  'A\u{e0041}da',
  `A${'\u0301'.repeat(99)}`,
])('finds what a name hides in %j', (name) => {
  expect(hasHiddenCharacters(name)).toBe(true)
  expect(markHiddenCharacters(name)).toContain('\ufffd')
  expect(hasHiddenCharacters(markHiddenCharacters(name))).toBe(false)
})

test.each(['Zoë', 'e\u0323\u0302', 'نمی‌خواهم', '👩🏽‍🚒', 'קָדֹ֑שׁ'])('allows the name %j', (name) => {
  expect(hasHiddenCharacters(name)).toBe(false)
})
