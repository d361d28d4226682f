import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from '../../../../src/core/auth/sealed.ts'

const key = Buffer.from('one key')

test('rejects values that were changed, sealed with another key or never sealed', () => {
  const sealed = seal(key, { next: '/' }, 10)
  expect(unseal([Buffer.from('another key')], sealed, 0)).toBeUndefined()
  expect(unseal([key], '', 0)).toBeUndefined()
  expect(unseal([key], '.', 0)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(sealed.length - 1), fc.constantFrom('A', 'b', '9', '.'), (place, letter) => {
      fc.pre(sealed[place] !== letter)
      const changed = sealed.slice(0, place) + letter + sealed.slice(place + 1)
      expect(unseal([key], changed, 0)).toBeUndefined()
    }),
    { numRuns: 60 },
  )
})

test('opens a sealed value until it expires', () => {
  const sealed = seal(key, { next: '/å' }, 10)
  expect(unseal([key], sealed, 9)).toEqual({ next: '/å' })
  expect(unseal([key], sealed, 10)).toBeUndefined()
})

test('opens a value sealed with any of several keys', () => {
  const sealed = seal(key, { next: '/' }, 10)
  expect(unseal([Buffer.from('another key'), key], sealed, 9)).toEqual({ next: '/' })
  expect(unseal([], sealed, 9)).toBeUndefined()
})
