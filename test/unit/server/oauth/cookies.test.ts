import { expect, test } from 'vitest'
import { createLinks } from '../../../../src/server/links.ts'
import { dropCookie, keepCookie } from '../../../../src/server/oauth/cookies.ts'

const linksOf = (baseUrl: string) => createLinks({ baseUrl, cdnUrl: '', uploadUrl: '' })
const cookie = { name: 'name', value: 'value', seconds: 60 }

test('a cookie is for this service’s pages alone, never for a script', () => {
  expect(keepCookie(linksOf('http://127.0.0.1:8000'), cookie)).toBe(
    'name=value; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  )
})

test('with https a cookie is never sent without, and stays below the path of the service', () => {
  expect(keepCookie(linksOf('https://example.org/photos'), cookie)).toBe(
    'name=value; Path=/photos/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  )
})

test('a dropped cookie is gone at once', () => {
  expect(dropCookie(linksOf('https://example.org'), 'name')).toContain('Max-Age=0')
})
