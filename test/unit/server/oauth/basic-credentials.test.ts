import { expect, test } from 'vitest'
import { OAuthError } from '../../../../src/core/auth/oauth-error.ts'
import { parseBasicCredentials } from '../../../../src/server/oauth/basic-credentials.ts'

test.each([
  'Bearer x',
  'Basic',
  'Basic ',
  'Basic ???',
  `Basic ${btoa('no-colon')}`,
  `Basic ${btoa(':x')}`,
  `Basic ${btoa('a:%zz')}`,
])('rejects %s as client authentication', (header) => {
  expect(() => parseBasicCredentials(header)).toThrow(OAuthError)
})

test('percent-decodes both parts, and accepts a colon in the secret', () => {
  expect(parseBasicCredentials(`basic ${btoa('my%2Did:a%3Ab:c+d%5F')}`)).toEqual({
    id: 'my-id',
    secret: 'a:b:c d_',
  })
  expect(parseBasicCredentials(undefined)).toBeUndefined()
})
