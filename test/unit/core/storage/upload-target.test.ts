import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignedUpload, signUpload } from '../../../../src/core/storage/upload-target.ts'

const KEY = Buffer.alloc(32, 7)

const target = fc.record({
  key: fc.string(),
  contentType: fc.string(),
  expiresAt: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
})

test('a signature is valid for its own target and key only', () => {
  fc.assert(
    fc.property(target, target, (signed, other) => {
      const query = signUpload(KEY, signed)
      expect(isSignedUpload([KEY], signed, query)).toBe(true)
      expect(isSignedUpload([Buffer.alloc(32, 8), KEY], signed, query)).toBe(true)
      expect(isSignedUpload([Buffer.alloc(32, 8)], signed, query)).toBe(false)
      fc.pre(JSON.stringify(signed) !== JSON.stringify(other))
      expect(isSignedUpload([KEY], other, query)).toBe(false)
      const swapped = { ...signed, key: signed.contentType, contentType: signed.key }
      expect(isSignedUpload([KEY], swapped, query)).toBe(signed.key === signed.contentType)
    }),
    { numRuns: 100 },
  )
})
