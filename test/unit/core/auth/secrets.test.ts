import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashSecret, newSecret, isSameSecret } from '../../../../src/core/auth/secrets.ts'

test.each([
  ['access', 'cat_at_'],
  ['refresh', 'cat_rt_'],
  ['code', 'cat_ac_'],
  ['client', 'cat_cs_'],
  ['session', 'cat_se_'],
] as const)('a secret of the kind %s begins with %s and holds 256 random bits', (kind, prefix) => {
  const secrets = Array.from({ length: 50 }, () => newSecret(kind))
  for (const secret of secrets) {
    expect(secret.startsWith(prefix)).toBe(true)
    expect(Buffer.from(secret.slice(prefix.length), 'base64url')).toHaveLength(32)
  }
  expect(new Set(secrets).size).toBe(50)
})

test('a hash identifies its secret and does not reveal it', () => {
  const secret = newSecret('access')
  expect(hashSecret(secret)).toMatch(/^[\da-f]{64}$/)
  expect(hashSecret(secret)).not.toBe(hashSecret(newSecret('access')))
  expect(hashSecret('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})

test('compares secrets of any length by their text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(isSameSecret(one, one)).toBe(true)
      expect(isSameSecret(one, other)).toBe(one === other)
    }),
    { numRuns: 50 },
  )
})
