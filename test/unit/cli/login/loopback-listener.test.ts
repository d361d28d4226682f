import { expect, test } from 'vitest'
import { listenForRedirect } from '../../../../src/cli/login/loopback-listener.ts'

test.each([
  ['another path', 'GET', '/favicon.ico'],
  ['no state', 'GET', '/callback?code=1'],
  ['the wrong state', 'GET', '/callback?code=1&state=other'],
  ['neither code nor error', 'GET', '/callback?state=right'],
  ['another method', 'POST', '/callback?code=1&state=right'],
  ['an invalid address', 'GET', '//'],
])('answers 404 to a request with %s, and keeps listening', async (_, method, path) => {
  await using listener = await listenForRedirect('right', 0)
  const origin = new URL(listener.redirectUri).origin
  const stray = await fetch(origin + path, { method })
  expect(stray.status).toBe(404)
  await fetch(`${listener.redirectUri}?code=1&state=right`)
  expect((await listener.redirected).searchParams.get('code')).toBe('1')
})

test('reports a port that is taken', async () => {
  await using first = await listenForRedirect('a', 0)
  const port = Number(new URL(first.redirectUri).port)
  await expect(listenForRedirect('b', port)).rejects.toThrow(/Choose another with --port/)
})

test('the page says what to do, and does not contain the code', async () => {
  await using listener = await listenForRedirect('right', 0)
  const response = await fetch(`${listener.redirectUri}?code=secret&state=right`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const page = await response.text()
  expect(page).toContain('return to the terminal')
  expect(page).not.toContain('secret')
})
