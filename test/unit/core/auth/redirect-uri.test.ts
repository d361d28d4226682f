import hostile from '../../../../fixtures/redirect-uris/hostile.json' with { type: 'json' }
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  matchesRedirectUri,
  addParameters,
  findRedirectUriProblem,
} from '../../../../src/core/auth/redirect-uri.ts'

test.each([
  ['', /not allowed in a URI/],
  ['/callback', /not an absolute URI/],
  ['http://example.org/cb', /http only as/],
  ['http://localhost:8080/cb', /http only as/],
  ['http://127.0.0.2/cb', /http only as/],
  ['http://2130706433/cb', /http only as/],
  ['http://127.0.0.1:0/cb', /http only as/],
  ['http://127.0.0.1:99999/cb', /not an absolute URI/],
  ['http://[::ffff:127.0.0.1]/cb', /http only as/],
  ['http://127.0.0.1.example.org/cb', /http only as/],
  ['http://user@127.0.0.1/cb', /user name/],
  ['https://user:secret@example.org/cb', /user name/],
  ['https://example.org/cb#part', /fragment/],
  ['https://example.org/cb#', /fragment/],
  ['https:example.org/cb', /https:\/\/ and a plain host/],
  ['myapp://callback', /other schemes/],
  ['javascript:alert(1)', /other schemes/],
  ['data:text/html,x', /other schemes/],
  ['urn:ietf:wg:oauth:2.0:oob', /other schemes/],
  ['https://example.org/a b', /not allowed in a URI/],
  ['https://example.org/å', /not allowed in a URI/],
  ['https://example.org\\@evil.org/', /not allowed in a URI/],
  ['https://example.org/\nx', /not allowed in a URI/],
  [`https://example.org/${'a'.repeat(2000)}`, /longer than 2000/],
])('rejects the registration of %s', (uri, reason) => {
  expect(findRedirectUriProblem(uri)).toMatch(reason)
})

test('rejects the registration of every hostile redirect URI', () => {
  const accepted = hostile.never_registered.filter(({ uri }) => !findRedirectUriProblem(uri))
  expect(accepted).toEqual([])
})

test('no registered redirect URI matches a hostile one', () => {
  const { registered, asked } = hostile.never_answered
  const covered = [...asked, ...hostile.never_registered].filter(({ uri }) =>
    registered.some((known) => matchesRedirectUri(known, uri)),
  )
  expect(covered).toEqual([])
  for (const known of registered) expect(findRedirectUriProblem(known)).toBeUndefined()
})

test.each([
  ['https://0x7f.1/cb', '127.0.0.1'],
  ['https://%65xample.org/cb', 'and a plain host name'],
  ['https://[::ffff:1.2.3.4]/cb', 'and a plain host name'],
  ['https://example.org:0443/cb', 'example.org'],
])('rejects %s, which obscures its host', (uri, told) => {
  expect(findRedirectUriProblem(uri)).toContain(told)
})

test.each([
  'https://example.org',
  'https://Example.org/cb',
  'https://my_app.example.org./cb',
  'https://xn--bcher-kva.example/cb',
  'https://192.0.2.7/cb',
  'https://[2001:db8::7]:8443/cb',
  'https://example.org:443/cb',
  'https://example.org/a%2Fb/../c;d=(e)',
  'https://example.org/cb?x=1',
  'https://example.org:8443/cb',
  'https://localhost/cb',
  'http://127.0.0.1/',
  'http://127.0.0.1',
  'http://127.0.0.1:3000/cb',
  'http://[::1]/cb',
  'http://[::1]:65535/cb?y=2',
])('accepts the registration of %s', (uri) => {
  expect(findRedirectUriProblem(uri)).toBeUndefined()
})

test.each([
  ['https://example.org/cb', 'https://example.org/cb/'],
  ['https://example.org/cb', 'https://example.org/cb?x=1'],
  ['https://example.org/cb', 'https://EXAMPLE.org/cb'],
  ['https://example.org/cb', 'https://example.org:443/cb'],
  ['https://example.org/cb', 'https://example.org/x/../cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:1/other'],
  ['http://127.0.0.1/cb', 'http://[::1]/cb'],
  ['http://127.0.0.1/cb', 'http://localhost/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.2/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:1@evil.org/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:99999/cb'],
  ['http://127.0.0.1/cb', 'http://0x7f.1/cb'],
  ['http://127.0.0.1/cb', 'https://127.0.0.1/cb'],
  ['http://127.0.0.1/cb', 'http://127.0.0.1:80/cb#x'],
])('%s does not match %s', (registered, given) => {
  expect(matchesRedirectUri(registered, given)).toBe(false)
})

test('a loopback redirect URI matches any port, an https one only its own', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('127.0.0.1', '[::1]'),
      fc.integer({ min: 1, max: 65_535 }),
      fc.option(fc.integer({ min: 1, max: 65_535 })),
      fc.constantFrom('', '/', '/cb', '/cb?x=1', '?x=1'),
      (host, port, registeredPort, rest) => {
        const registered = `http://${host}${registeredPort === null ? '' : `:${registeredPort}`}${rest}`
        expect(matchesRedirectUri(registered, `http://${host}:${port}${rest}`)).toBe(true)
        expect(matchesRedirectUri(registered, `http://${host}${rest}`)).toBe(true)
        expect(matchesRedirectUri('https://a.org/cb', `https://a.org:${port}/cb`)).toBe(false)
      },
    ),
    { numRuns: 60 },
  )
})

test.each([
  ['https://a.org/cb', 'https://a.org/cb?code=1&state=s'],
  ['https://a.org/cb?x=%20y', 'https://a.org/cb?x=%20y&code=1&state=s'],
  ['https://a.org/cb?', 'https://a.org/cb?code=1&state=s'],
  ['http://127.0.0.1:9', 'http://127.0.0.1:9?code=1&state=s'],
])('adds parameters to %s and keeps its own', (uri, expected) => {
  expect(addParameters(uri, { code: '1', error: undefined, state: 's' })).toBe(expected)
})
