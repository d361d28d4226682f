import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { renderName, toPlainName } from '../../../../src/server/pages/display-name.ts'

test.each([
  ['an override', 'Photo\u202egpj.exe', 'Photo\ufffdgpj.exe'],
  ['embeddings', '\u202a\u202bx\u202c', '\ufffd\ufffdx\ufffd'],
  ['isolates', '\u2066a\u2067b\u2068c\u2069', '\ufffda\ufffdb\ufffdc\ufffd'],
  ['direction marks', 'a\u200eb\u200fc\u061cd', 'a\ufffdb\ufffdc\ufffdd'],
  ['control characters', 'a\u0000b\u0007c\u001bd\u0085e', 'a\ufffdb\ufffdc\ufffdd\ufffde'],
  ['line and paragraph breaks', 'a\u2028b\u2029c\nd', 'a\ufffdb\ufffdc\ufffdd'],
  ['invisible characters', 'Ad\u00admin\u200b\ufeff\u2060', 'Ad\ufffdmin\ufffd\ufffd\ufffd'],
  ['tags that nobody sees', 'A\u{e0041}\u{e007f}', 'A\ufffd\ufffd'],
  ['private characters', 'A\ue000\u{f0000}', 'A\ufffd\ufffd'],
  ['halves of a character', 'A\ud800', 'A\ufffd'],
  ['a pile of marks', `A${'\u0301'.repeat(50)}B`, `A${'\u0301'.repeat(4)}B`],
])('marks %s in a name', (_what, name, shown) => {
  expect(toPlainName(name)).toBe(shown)
})

test.each(['', ' ', '\u3164', '\u2800\u2800', '\u202e', '\u200d', '\ufffd'])(
  'labels a name without visible characters: %j',
  (name) => expect(toPlainName(name)).toBe('(no readable name)'),
)

test.each([
  'Ålesund Museum’s Importer',
  'הארכיון העירוני',
  'می‌خواهم',
  'क्‍ष',
  '👩‍👩‍👧 photos',
  'Tiếng Việt',
  '東京写真館',
])('keeps the plain name %s', (name) => {
  expect(toPlainName(name)).toBe(name)
})

test('isolates and escapes a name in a page', () => {
  expect(renderName(`</bdi><script>"'&\u202e`).text).toBe(
    '<bdi>&lt;/bdi&gt;&lt;script&gt;&quot;&#39;&amp;\ufffd</bdi>',
  )
})

test('shortens a long name in a title, between characters', () => {
  expect(toPlainName('👍'.repeat(5), 3)).toBe('👍👍👍…')
  expect(toPlainName('abc', 3)).toBe('abc')
})

test('a display name cannot change the text direction or break the line', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 60 }), (name) => {
      expect(toPlainName(name)).not.toMatch(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
      expect(toPlainName(name).trim()).not.toBe('')
    }),
  )
})
