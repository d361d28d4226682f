import { request } from 'node:http'
import { expect, test } from 'vitest'
import { findSession } from '../../../src/core/auth/sessions.ts'
import { createBrowser } from '../../support/browser.ts'
import { authorizePath, createPkce, registerApp, signedInBrowser } from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { issueToken } from '../../support/tokens.ts'
import { readRows } from '../../support/rows.ts'
import { createSeed } from '../../support/seed.ts'

const DAY_SECONDS = 24 * 60 * 60

function postSignIn(server: TestServer, fields: object, headers = {}): Promise<Response> {
  const body = new URLSearchParams(fields as Record<string, string>)
  return server.fetch('/login/', { method: 'POST', body, headers, redirect: 'manual' })
}

async function userNamed(server: TestServer, name: string) {
  return (await readRows(server, 'user')).find(({ username }) => username === name)
}

test('rejects a sign-in from another site', async () => {
  await using server = await startTestServer()
  const crossSite = await postSignIn(server, { name: 'Ada' }, { 'sec-fetch-site': 'cross-site' })
  expect([crossSite.status, crossSite.headers.getSetCookie()]).toEqual([403, []])
})

test('gives people who sign in for the first time at once an account each', async () => {
  await using server = await startTestServer()
  const names = Array.from({ length: 10 }, (_, n) => `Person ${n}`)
  await Promise.all(names.map((name) => postSignIn(server, { name })))
  const users = await readRows(server, 'user')
  expect(users.map(({ username }) => username).toSorted()).toEqual(names)
})

test('rejects a sign-in through another host name (DNS rebinding)', async () => {
  await using server = await startTestServer()
  const post = (Host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Host, 'Content-Type': 'application/x-www-form-urlencoded' }
      const sent = request(`${server.baseUrl}/login/`, { method: 'POST', headers }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      sent.on('error', reject).end('name=Ada')
    })
  expect(await post('evil.example')).toBe(403)
  expect(await post('127.0.0.1.evil.example:80')).toBe(403)
  expect(await post('localhost:8000')).toBe(303)
  expect(await post('[::1]:8000')).toBe(303)
})

test('rejects a name that is blank, too long or unprintable', async () => {
  await using server = await startTestServer()
  for (const name of ['', '  ', 'x'.repeat(256), 'a\u0007b']) {
    const refused = await postSignIn(server, { name })
    expect([refused.status, (await refused.text()).includes('1 to 255')]).toEqual([400, true])
  }
  expect((await postSignIn(server, { user: '7' })).status).toBe(400)
  expect((await postSignIn(server, { user: 'seven' })).status).toBe(400)
})

test('never redirects to another site after the sign-in', async () => {
  await using server = await startTestServer()
  const response = await postSignIn(server, { name: 'Ada', next: 'https://evil.example/' })
  expect(response.headers.get('location')).toBe(`${server.baseUrl}/`)
})

test('stores only the hash of a session', async () => {
  await using server = await startTestServer()
  const browser = await signedInBrowser(server)
  expect(browser.cookies().get('catalog_session')).toMatch(/^cat_se_[\w-]{43}$/)
  const stored = await readRows(server, 'session')
  expect(JSON.stringify(stored)).not.toContain('cat_se_')
})

test('a new name gets a new id, a known one keeps its id', async () => {
  await using server = await startTestServer()
  await issueToken(server, { userId: 12, username: 'Åse' })
  for (const name of ['Ada', 'Bob', 'ada', 'åSE']) await postSignIn(server, { name })
  const users = await readRows(server, 'user')
  expect(users.map(({ id, username }) => ({ id, username }))).toEqual([
    { id: 12, username: 'Åse' },
    { id: 900_000_000, username: 'Ada' },
    { id: 900_000_001, username: 'Bob' },
  ])
})

test('signs a known user in by a button, and redirects a signed-in user at once', async () => {
  await using server = await startTestServer()
  await issueToken(server, { userId: 12, username: '<b>Ada</b>' })
  const browser = createBrowser(server.baseUrl)
  const page = await browser.open('login/?next=/api/v2/licenses/')
  expect(page.text).toContain('&lt;b&gt;Ada&lt;/b&gt;')
  const after = await browser.submit(page, { name: 'user', value: '12' })
  expect(after.address.pathname).toBe('/api/v2/licenses/')
  const again = await browser.open('login/?next=/api/v2/licenses/')
  expect(again.address.pathname).toBe('/api/v2/licenses/')
})

test('a session in use expires after 30 days', async () => {
  await using server = await startTestServer()
  const browser = await signedInBrowser(server)
  for (const days of [10, 10, 9]) {
    server.clock.advance(days * DAY_SECONDS)
    expect((await browser.open('account/')).address.pathname).toBe('/account/')
  }
  server.clock.advance(DAY_SECONDS)
  expect((await browser.open('account/')).address.pathname).toBe('/login/')
})

test('an unused session expires after 14 days', async () => {
  await using server = await startTestServer()
  const ada = await signedInBrowser(server, 'Ada')
  const bob = await signedInBrowser(server, 'Bob')
  server.clock.advance(14 * DAY_SECONDS - 1)
  expect((await ada.open('account/')).address.pathname).toBe('/account/')
  server.clock.advance(1)
  expect((await ada.open('account/')).address.pathname).toBe('/account/')
  expect((await bob.open('account/')).address.pathname).toBe('/login/')
})

test('a new sign-in replaces the session, with a new secret', async () => {
  await using server = await startTestServer()
  const browser = await signedInBrowser(server)
  const secret = browser.cookies().get('catalog_session')!
  const cookie = `catalog_session=${secret}`
  const { headers } = await postSignIn(server, { name: 'Bob' }, { cookie })
  expect(await findSession(server.catalog, secret)).toBeUndefined()
  const [next = ''] = headers.getSetCookie()
  expect(next).toMatch(/^catalog_session=cat_se_[\w-]{43};/)
  expect(next).not.toContain(secret)
})

test('never adopts a session cookie that it did not issue (session fixation)', async () => {
  await using server = await startTestServer()
  const planted = `cat_se_${'A'.repeat(43)}`
  const { headers } = await postSignIn(
    server,
    { name: 'Ada' },
    { cookie: `catalog_session=${planted}` },
  )
  expect(headers.getSetCookie()[0]).not.toContain(planted)
  expect(await findSession(server.catalog, planted)).toBeUndefined()
})

test('signing out requires the CSRF token of the page, and deletes session and cookie', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const secret = browser.cookies().get('catalog_session')!
  const page = await browser.open(authorizePath(app, createPkce().challenge))
  expect((await browser.submit(page, 'Not you? Sign out', { csrf: 'x' })).status).toBe(403)
  const after = await browser.submit(page, 'Not you? Sign out')
  expect(after.address.pathname).toBe('/login/')
  expect(browser.cookies().has('catalog_session')).toBe(false)
  expect(await findSession(server.catalog, secret)).toBeUndefined()
})

test('an invited name becomes staff at its first sign-in within 30 days, once', async () => {
  await using server = await startTestServer()
  for (const name of ['Åse', 'Late', 'MOD']) await createSeed(server).staff(name)
  server.clock.advance(30 * DAY_SECONDS - 1)
  await signedInBrowser(server, 'Åse')
  await signedInBrowser(server, 'Mod')
  server.clock.advance(1)
  await signedInBrowser(server, 'Late')
  expect(await userNamed(server, 'Åse')).toMatchObject({ is_staff: 1 })
  expect(await userNamed(server, 'Mod')).toMatchObject({ is_staff: 0 })
  expect(await userNamed(server, 'Late')).toMatchObject({ is_staff: 0 })
  const left = await readRows(server, 'staff_invitation')
  expect(left).toMatchObject([{ username: 'MOD' }])
})

test('staff status persists at the next sign-in', async () => {
  await using server = await startTestServer()
  await issueToken(server, { userId: 5, username: 'Ada', staff: true })
  await signedInBrowser(server, 'Ada')
  expect(await userNamed(server, 'Ada')).toMatchObject({ id: 5, is_staff: 1 })
})
