import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLinks } from '../../../../src/server/http/links.ts'
import { toReturnUrl } from '../../../../src/server/oauth/return-address.ts'

const linksOf = (baseUrl: string) => createLinks({ baseUrl, cdnUrl: '', uploadUrl: '' })
const links = linksOf('https://example.org/photos')

test.each([
  undefined,
  null,
  '',
  'https://evil.example/',
  'evil.example',
  'javascript:alert(1)',
  '@evil.example/',
  '.evil.example/',
  ':80@evil.example/',
  '/\\evil.example/',
  '/\tevil',
  '/\nLocation: x',
  '/../admin/',
  '/%2e%2e/admin/',
  '/%2E./admin/',
  '/./../admin/',
  '/a/../../admin/',
  ' /account/',
  '/ /evil.example/',
  '/\u2028evil',
  '/\u00a0',
  '/\u0000',
  '/\u0085',
  'http:/evil.example/',
  'https:evil.example',
  'data:text/html,x',
  '\\\\evil.example/',
  '/\\/evil.example/',
  '?next=/',
  '#x',
])('redirects %j to the first page', (next) => {
  expect(toReturnUrl(links, next)).toBe('https://example.org/photos/')
})

test.each([
  '//evil.example/',
  '///evil.example/',
  '/@evil.example/',
  '/:80@evil.example/',
  '/%09/evil.example',
])('keeps %j on this site', (next) => {
  const { origin, pathname } = new URL(toReturnUrl(links, next))
  expect([origin, pathname.startsWith('/photos/')]).toEqual(['https://example.org', true])
})

test('keeps a path of this service with its query', () => {
  expect(toReturnUrl(links, '/oauth/authorize/?a=b&c=d')).toBe(
    'https://example.org/photos/oauth/authorize/?a=b&c=d',
  )
})

test('always returns an address below the base URL', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('https://example.org', 'http://127.0.0.1:8000/photos'),
      fc.oneof(fc.string(), fc.webUrl(), fc.webPath(), fc.stringMatching(/^[/\\.@:%2ea]{0,12}$/)),
      (base, next) => {
        const address = new URL(toReturnUrl(linksOf(base), next))
        expect(address.href.startsWith(`${base}/`)).toBe(true)
        expect(address.username).toBe('')
      },
    ),
    { numRuns: 80 },
  )
})
