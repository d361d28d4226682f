import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSlug, toSlug } from '../../../../src/core/model/slug.ts'

test.each(['', 'Old Town', 'été', 'a/b', 'a.b', 'a'.repeat(51)])('rejects %j as a slug', (text) => {
  expect(isSlug(text)).toBe(false)
})

test.each([
  ['Ålesund Museum & Archive', 'alesund-museum-archive'],
  ['  Köln, 1912–1914 ', 'koln-1912-1914'],
  ['東京', ''],
])('converts %j to %j', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})

test('converts any name to a valid slug or to nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      (name) => toSlug(name) === '' || isSlug(toSlug(name)),
    ),
  )
})
