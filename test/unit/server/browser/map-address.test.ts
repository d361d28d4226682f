import { expect, test } from 'vitest'
import { withParameter } from '../../../../src/server/browser/map/map-address.ts'

test.each([
  ['layer', 'plan/70', '?corner=points/7.5,47.5,7.6,47.6@9/12&layer=plan/70'],
  ['layer', null, '?corner=points/7.5,47.5,7.6,47.6@9/12'],
  ['corner', null, '?layer=fiji/100'],
])('sets %s to %s, and leaves the others readable', (name, text, query) => {
  const before = '?layer=fiji%2F100&corner=points%2F7.5%2C47.5%2C7.6%2C47.6%409%2F12'
  expect(withParameter(`https://example.org/map/${before}`, name, text)).toBe(
    `https://example.org/map/${query}`,
  )
})
