import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlug, slugOf } from '../../../../src/core/model/slug.ts'

test.each(['', 'Old Town', 'été', 'a/b', 'a.b', 'a'.repeat(51)])('%j is no slug', (text) => {
  expect(isSlug(text)).toBe(false)
})

test.each([
  ['Ålesund Museum & Archive', 'alesund-museum-archive'],
  ['  Köln, 1912–1914 ', 'koln-1912-1914'],
  ['東京', ''],
])('%j becomes %j', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('what is made from a name is a slug or nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      (name) => slugOf(name) === '' || isSlug(slugOf(name)),
    ),
  )
})
