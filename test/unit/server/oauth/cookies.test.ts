import { expect, test } from 'vitest'
import { createLinks } from '../../../../src/server/http/links.ts'
import { expireCookie, serializeCookie, readCookie } from '../../../../src/server/oauth/cookies.ts'

const linksOf = (baseUrl: string) => createLinks({ baseUrl, cdnUrl: '', uploadUrl: '' })
const cookie = { name: 'name', value: 'value', seconds: 60 }

test('sets HttpOnly and SameSite', () => {
  expect(serializeCookie(linksOf('http://127.0.0.1:8000'), cookie)).toBe(
    'name=value; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  )
})

test('sets Secure and the __Host- prefix with https', () => {
  expect(serializeCookie(linksOf('https://example.org'), cookie)).toBe(
    '__Host-name=value; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
})

test('limits a cookie to the path of the service', () => {
  expect(serializeCookie(linksOf('https://example.org/photos'), cookie)).toBe(
    '__Secure-name=value; Path=/photos/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
})

test('expires a cookie at once', () => {
  expect(expireCookie(linksOf('https://example.org'), 'name')).toContain('Max-Age=0')
})

test('reads a cookie by its exact name only', () => {
  const sent: Record<string, string> = { name: 'planted', '__Host-name': 'kept' }
  const read = (base: string) =>
    readCookie({ links: linksOf(base), cookie: (name) => sent[name] }, 'name')
  expect(read('https://example.org')).toBe('kept')
  expect(read('https://example.org/photos')).toBeUndefined()
  expect(read('http://127.0.0.1:8000')).toBe('planted')
})
