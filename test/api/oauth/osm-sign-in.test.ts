import { afterAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../../src/core/config/config.ts'
import { createOsmSignIn } from '../../../src/core/integrations/osm.ts'
import { createBrowser, type Browser, type Page } from '../../support/browser.ts'
import { startOsmProvider, type OsmProvider } from '../../support/osm-provider.ts'
import { beginVisit, connected } from '../../support/osm-visit.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createTestLog } from '../../support/test-log.ts'
import { authorizePath, createPkce, registerApp } from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { readRows } from '../../support/rows.ts'
import { createSeed } from '../../support/seed.ts'

const DISCOVERY = '/.well-known/openid-configuration'

function browserFor(server: TestServer, provider: OsmProvider): Browser {
  return createBrowser(server.baseUrl, { sites: [provider.url] })
}

async function users(server: TestServer) {
  const rows = await readRows(server, 'user')
  return rows.map(({ id, username, is_staff }) => ({ id, username, is_staff }))
}

function expectPage(page: Page, status: number, sentence: RegExp): void {
  expect(page.status).toBe(status)
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.text).toMatch(sentence)
}

test('the sign-in page says if OpenStreetMap is not set up', async () => {
  await using server = await startTestServer({ dev: false })
  const browser = createBrowser(server.baseUrl)
  expectPage(await browser.open('login/'), 503, /not set up/)
  expect((await browser.open('login/osm/')).status).toBe(404)
  const post = await server.fetch('/login/', { method: 'POST', body: new URLSearchParams() })
  expect(post.status).toBe(404)
})

test('refuses to start with a provider without https', async () => {
  const flags = { dev: false, osmUrl: 'http://example.org', osmClientId: 'x' }
  await expect(startTestServer(flags)).rejects.toThrow(/CATALOG_OSM_URL: must be an https URL/)
})

test('logs why OpenStreetMap failed', async () => {
  await using provider = await startOsmProvider()
  const { log, lines } = createTestLog()
  await using server = await connected(provider, { log })
  provider.behavior = 'fails'
  await browserFor(server, provider).open('login/osm/')
  const warning = lines.find((line) => line.includes('OpenStreetMap cannot be reached'))!
  expect((JSON.parse(warning) as { reasons: string[] }).reasons.join()).toContain(
    'HTTP response status',
  )
})

test('answers 503 during an outage of OpenStreetMap, and recovers', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const browser = browserFor(server, provider)
  provider.behavior = 'fails'
  expectPage(await browser.open('login/osm/'), 503, /OpenStreetMap cannot be reached/)
  provider.behavior = 'works'
  expect((await browser.open('login/osm/')).address.pathname).toBe('/')
  expect(browser.cookies().has('catalog_session')).toBe(true)
})

test('answers 503 to a callback during an outage', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const begun = await server.fetch('/login/osm/', { redirect: 'manual' })
  const back = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  provider.behavior = 'fails'
  const headers = { cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! }
  const page = await fetch(back.headers.get('location')!, { headers, redirect: 'manual' })
  expect([page.status, page.headers.getSetCookie()]).toEqual([503, []])
})

test('returns a user who declines at OpenStreetMap to the sign-in page, which allows another attempt', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const browser = browserFor(server, provider)
  provider.behavior = 'declines'
  const page = await browser.open('login/osm/?next=/account/')
  expectPage(page, 200, /You are not signed in because you didn’t allow/)
  expect(parsePage(page.text).text('[role=status]')).toMatch(/^You are not signed in because/)
  expect(page.address.pathname).toBe('/login/')
  expect([...browser.cookies().keys()]).toEqual([])
  expect(await users(server)).toEqual([])
  provider.behavior = 'works'
  expect((await browser.open(signInLink(page))).address.pathname).toBe('/account/')
})

test.each(['', 'constructor', '<b>x</b>'])(
  'the sign-in page ignores the unknown problem %j',
  async (problem) => {
    await using server = await startTestServer({ dev: false, osmClientId: 'x' })
    const query = new URLSearchParams({ problem }).toString()
    const page = await createBrowser(server.baseUrl).open(`login/?${query}`)
    expect([page.status, parsePage(page.text).has('[role=status]')]).toEqual([200, false])
  },
)

function signInLink(page: Page): string {
  return parsePage(page.text).attribute('a[href*="/login/osm/"]', 'href')!
}

const STRANGE: [what: string, Partial<OsmProvider>, number][] = [
  ['an ID token of another sign-in', { claims: { nonce: 'another' } }, 503],
  ['an ID token without a nonce', { claims: { nonce: undefined } }, 503],
  ['an ID token of another issuer', { claims: { iss: 'https://evil.example' } }, 503],
  ['an ID token for another client', { claims: { aud: 'another' } }, 503],
  ['an ID token that has expired', { claims: { exp: 1 } }, 503],
  ['a callback with another issuer', { returned: { iss: 'https://evil.example' } }, 503],
  ['a callback with another state', { returned: { state: 'another' } }, 400],
  ['a callback without a state', { returned: { state: '' } }, 400],
  ['a callback with an error', { returned: { error: 'server_error' } }, 503],
  ['an unknown error', { returned: { error: '<script>' } }, 503],
  ['tokens that are not JSON', { answers: { '/token': '<html>' } }, 503],
  ['tokens of another shape', { answers: { '/token': '[]' } }, 503],
  ['no ID token', { answers: { '/token': '{"access_token":"x","token_type":"Bearer"}' } }, 503],
  ['user info that is not JSON', { answers: { '/userinfo': '{' } }, 503],
  ['user info of another user', { answers: { '/userinfo': '{"sub":"1"}' } }, 503],
  ['user info without a name', { answers: { '/userinfo': '{"sub":"4711"}' } }, 503],
  [
    'a name that is not a string',
    { answers: { '/userinfo': '{"sub":"4711","preferred_username":7}' } },
    503,
  ],
]

describe('rejects a sign-in with', async () => {
  const provider = await startOsmProvider()
  const server = await connected(provider)
  const usual = { claims: {}, returned: {}, answers: {} }
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    await provider[Symbol.asyncDispose]()
  })

  test.each(STRANGE)('%s', async (_what, changes, status) => {
    Object.assign(provider, usual, changes)
    await expectNoSignIn(server, provider, status)
  })
})

test.each([
  ['malformed JSON', '{"issuer":'],
  ['another issuer', '{"issuer":"https://evil.example"}'],
  ['no members', '{}'],
])('rejects a sign-in if the discovery document has %s', async (_what, text) => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  provider.answers = { [DISCOVERY]: text }
  await expectNoSignIn(server, provider, 503)
})

async function expectNoSignIn(server: TestServer, provider: OsmProvider, status: number) {
  const browser = browserFor(server, provider)
  const page = await browser.open('login/osm/')
  expectPage(page, status, /Try again/)
  expect(parsePage(page.text).text('a.button')).toBe('Try again')
  expect(page.text).not.toMatch(/<script|evil|ECONN|JSON|nonce/)
  expect(browser.cookies().has('catalog_session')).toBe(false)
  expect(await users(server)).toEqual([])
}

test('gives up after a timeout if the provider does not respond', async () => {
  await using provider = await startOsmProvider()
  provider.answers = { [DISCOVERY]: null }
  const { config, secrets } = loadConfig({
    flags: { osmUrl: provider.url, osmClientId: provider.clientId },
  })
  const osm = createOsmSignIn(config, secrets, 0.5)!
  await expect(osm.begin('http://127.0.0.1/callback')).rejects.toMatchObject({
    kind: 'unavailable',
  })
  expect(provider.asked).toEqual([DISCOVERY])
})

test('the page about an outage links to a new sign-in with the same destination', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const visit = await beginVisit(server, '/account/')
  provider.behavior = 'fails'
  const page = parsePage(await (await visit.comeBack()).text())
  const again = `${server.baseUrl}/login/?next=%2Faccount%2F`
  expect(page.text(`a.button[href="${again}"]`)).toBe('Try again')
})

test('answers 400 if OpenStreetMap rejects the code', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const visit = await beginVisit(server)
  await fetch(`${provider.url}/token`, { method: 'POST', body: visit.codeForm() })
  const page = await visit.comeBack()
  expect([page.status, await page.text()]).toEqual([400, expect.stringContaining('has expired')])
})

test('accepts sixty sign-in requests a minute from one address', async () => {
  await using server = await startTestServer({ dev: false, osmClientId: 'x' })
  for (const path of ['/login/osm/callback/', '/login/osm/callback']) {
    for (let n = 0; n < 30; n += 1) expect((await server.fetch(path)).status).toBe(400)
  }
  const limited = await server.fetch('/login/osm/callback/')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await limited.text()).toContain('Too many requests')
  server.clock.advance(60)
  expect((await server.fetch('/login/osm/callback/')).status).toBe(400)
})

test('keeps two accounts apart by their ids if they swap their names', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const signIn = async (sub: string, name: string): Promise<void> => {
    provider.account = { sub, name }
    await browserFor(server, provider).open('login/osm/')
  }
  await signIn('1', 'Ada')
  await signIn('2', 'Bob')
  await signIn('1', 'Bob')
  await signIn('2', 'Ada')
  const named = (await users(server)).map(({ id, username }) => [id, username])
  expect(named).toEqual([
    [1, 'Bob'],
    [2, 'Ada'],
  ])
})

test('redirects to the first page if the destination is too long for the cookie', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  for (const length of [1500, 10_000]) {
    const next = `/account/?done=${'x'.repeat(length)}`
    const begun = await server.fetch(`/login/osm/?${new URLSearchParams({ next }).toString()}`, {
      redirect: 'manual',
    })
    const [cookie = ''] = begun.headers.getSetCookie()
    expect(cookie.length).toBeLessThan(4096)
    const back = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
    const headers = { cookie: cookie.split(';')[0]! }
    const done = await fetch(back.headers.get('location')!, { headers, redirect: 'manual' })
    const onwards = length < 4096 ? server.baseUrl + next : `${server.baseUrl}/`
    expect(done.headers.get('location')).toBe(onwards)
  }
})

test('rejects a subject that is not an account id', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  for (const sub of ['abc', '0', '-1', '1e3', '99999999999999999']) {
    provider.account = { sub, name: 'Ada' }
    expect((await browserFor(server, provider).open('login/osm/')).status, sub).toBe(503)
  }
  expect(await users(server)).toEqual([])
})

test('rejects a callback that this browser did not begin', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const begun = await server.fetch('/login/osm/', { redirect: 'manual' })
  const back = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  const callback = back.headers.get('location')!
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!
  const open = (address: string, headers = {}) => fetch(address, { headers, redirect: 'manual' })
  expect((await open(callback)).status).toBe(400)
  expect((await open(callback, { cookie: `${cookie}x` })).status).toBe(400)
  const other = callback.replace(/state=[^&]+/, 'state=other')
  expect((await open(other, { cookie })).status).toBe(400)
  server.clock.advance(10 * 60)
  expect((await open(callback, { cookie })).status).toBe(400)
  expect(provider.asked).not.toContain('/token')
})

test('redirects to the destination after the sign-in, and identifies the account by its id', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  const app = await registerApp(server)
  const browser = browserFor(server, provider)
  const page = await browser.open(authorizePath(app, createPkce().challenge))
  expect(page.address.pathname).toBe('/login/')
  const consent = await browser.open(signInLink(page))
  expect(consent.address.pathname).toBe('/oauth/authorize/')
  expect(consent.text).toContain('signed in as')
  expect(browser.cookies().has('catalog_sign_in')).toBe(false)
  expect(await users(server)).toEqual([{ id: 4711, username: 'Ada', is_staff: 0 }])
})

test('keeps the user if the account is renamed', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  await browserFor(server, provider).open('login/osm/')
  provider.account = { sub: '4711', name: 'Áda' }
  provider.nameInIdToken = true
  await browserFor(server, provider).open('login/osm/')
  expect(await users(server)).toEqual([{ id: 4711, username: 'Áda', is_staff: 0 }])
})

test('marks a name with invisible characters, and never treats it as the plain name', async () => {
  await using provider = await startOsmProvider()
  await using server = await connected(provider)
  await createSeed(server).staff('Ada')
  provider.account = { sub: '4711', name: 'Ada\u202e' }
  await browserFor(server, provider).open('login/osm/')
  expect(await users(server)).toMatchObject([{ id: 4711, username: 'Ada\ufffd', is_staff: 0 }])
  provider.account = { sub: '4711', name: '\u200b\u3164' }
  await browserFor(server, provider).open('login/osm/')
  expect(await users(server)).toMatchObject([{ id: 4711, username: 'user 4711' }])
})
