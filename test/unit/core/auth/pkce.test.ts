import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isChallenge, matchesChallenge } from '../../../../src/core/auth/pkce.ts'

const unreserved = fc.stringMatching(/^[A-Za-z0-9._~-]{43,128}$/)
const challengeOf = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')

test.each(['', 'a'.repeat(42), 'a'.repeat(44), `${'a'.repeat(42)}=`, `${'a'.repeat(42)}+`])(
  '%s is no challenge',
  (text) => {
    expect(isChallenge(text)).toBe(false)
  },
)

test.each(['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(43)} `, `${'a'.repeat(43)}/`])(
  'rejects the verifier %s although its hash matches',
  (verifier) => {
    expect(matchesChallenge(verifier, challengeOf(verifier))).toBe(false)
  },
)

test('accepts the example of RFC 7636, appendix B', () => {
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
  expect(matchesChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge)).toBe(true)
})

test('every verifier matches its own challenge only', () => {
  fc.assert(
    fc.property(unreserved, unreserved, (verifier, other) => {
      expect(isChallenge(challengeOf(verifier))).toBe(true)
      expect(matchesChallenge(verifier, challengeOf(verifier))).toBe(true)
      expect(matchesChallenge(other, challengeOf(verifier))).toBe(other === verifier)
    }),
    { numRuns: 50 },
  )
})
