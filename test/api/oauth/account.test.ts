import { expect, test } from 'vitest'
import { createBrowser, hasButton, type Page } from '../../support/browser.ts'
import {
  authorizeAgain,
  authorizePath,
  createPkce,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  registerApp,
  signedInBrowser,
  isTokenValid,
} from '../../support/oauth.ts'
import { findSession } from '../../../src/core/auth/sessions.ts'
import { parsePage } from '../../support/parse-page.ts'
import { createSeed } from '../../support/seed.ts'
import { LOWEST_CHARACTER } from '../../support/test-postgres.ts'
import { startTestServer } from '../../support/test-server.ts'

test('the account page redirects to the sign-in and back', async () => {
  await using server = await startTestServer()
  const browser = createBrowser(server.baseUrl)
  const signIn = await browser.open('account/')
  const account = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
  expect(account.address.pathname).toBe('/account/')
  expect(account.text).toContain('No apps yet.')
})

test('rejects a withdrawal without the CSRF token of the page', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const account = await browser.open('account/')
  const button = { name: 'client_id', value: client.id }
  expect((await browser.submit(account, button, { csrf: '' })).status).toBe(403)
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('withdrawing consent revokes all codes and tokens of the app, and the app has to ask again', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, client, challenge)
  const account = await browser.open('account/')
  expect(account.text).toContain('Allowed on')
  const after = await browser.submit(account, { name: 'client_id', value: client.id })
  expect(after.text).toContain('No apps yet.')
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  expect((await refresh(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect((await exchange(server, client, { code, verifier })).body.error).toBe('invalid_grant')
  expect(hasButton(await browser.open(authorizePath(client, challenge)), 'Allow')).toBe(true)
})

test('withdrawing one app affects neither other apps nor other users', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const other = await registerApp(server, { name: 'Other' })
  const otherApp = await authorizeAgain(server, browser, other)
  const bob = await signedInBrowser(server, 'Bob')
  const otherPerson = await authorizeAgain(server, bob, client)
  const account = await browser.open('account/')
  await browser.submit(account, { name: 'client_id', value: client.id })
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  expect(await isTokenValid(server, otherApp.access_token)).toBe(true)
  expect(await isTokenValid(server, otherPerson.access_token)).toBe(true)
})

function countsOn({ text }: Page): Record<string, string> {
  const counts = parsePage(text).findAll('h2:contains("Your contributions") + dl > div')
  return Object.fromEntries(counts.map((count) => [count.text('dt'), count.text('dd')]))
}

test('the account page counts the contributions of the user, hidden images included', async () => {
  await using server = await startTestServer()
  const browser = await signedInBrowser(server, 'Ada')
  const nothing = {
    'Camera positions': '0',
    'Areas from above': '0',
    Validations: '0',
    Comments: '0',
  }
  expect(countsOn(await browser.open('account/'))).toEqual(nothing)
  const seed = createSeed(server)
  const user_id = 900_000_000
  const image = await seed.image()
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  const point = await seed.point(image, { user_id })
  await seed.point(hidden, { user_id })
  await seed.point(image)
  await seed.area(image, { user_id })
  await seed.validation({ image, point }, { validated_by: user_id })
  await seed.comment(image, { commented_by: user_id })
  await seed.comment(image)
  expect(countsOn(await browser.open('account/'))).toEqual({
    'Camera positions': '2',
    'Areas from above': '1',
    Validations: '1',
    Comments: '1',
  })
})

test('the account page shows the permissions of an app, their date and the last use', async () => {
  await using server = await startTestServer()
  const { browser, tokens } = await obtainTokens(server, { scope: 'read import' })
  const unused = (await browser.open('account/')).text
  expect(unused).toContain('This app can read the catalog and import images on your behalf.')
  expect(parsePage(unused).text('time[datetime="2026-03-01"]')).toBe('March 1, 2026')
  expect(unused).toContain('not used yet')
  server.clock.advance(2 * 24 * 60 * 60)
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  const { access_token } = (await refresh(server, { id: clientOf(unused) }, tokens.refresh_token))
    .body
  expect(await isTokenValid(server, access_token)).toBe(true)
  const used = parsePage((await browser.open('account/')).text)
  expect(used.text(':contains("last used on") > time[datetime="2026-03-03"]')).toBe('March 3, 2026')
  expect(used.text('main')).toContain('last used on March 3, 2026')
})

function clientOf(text: string): string {
  return parsePage(text).value('client_id')!
}

test('a withdrawal is confirmed on the page', async () => {
  await using server = await startTestServer()
  const { client, browser } = await obtainTokens(server)
  const account = await browser.open('account/')
  const after = await browser.submit(account, { name: 'client_id', value: client.id })
  expect(parsePage(after.text).text('[role=status]')).toMatch(
    /^Access withdrawn\. The app can no longer act on your behalf\./,
  )
  const other = await browser.open('account/?done=<b>x</b>')
  expect(parsePage(other.text).has('[role=status]')).toBe(false)
})

test('does not withdraw another user’s consent', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const bob = await signedInBrowser(server, 'Bob')
  await authorizeAgain(server, bob, await registerApp(server, { name: 'Other' }))
  const account = await bob.open('account/')
  await bob.submit(account, 'Withdraw access of Other', { client_id: client.id })
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('rejects the CSRF token of another session of the same user', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const elsewhere = await signedInBrowser(server, 'Ada')
  const theirs = await elsewhere.open('account/')
  const button = { name: 'client_id', value: client.id }
  expect((await browser.submit(theirs, button)).status).toBe(403)
  for (const csrf of ['', 'x', 'x'.repeat(60_000)]) {
    const mine = await browser.open('account/')
    expect((await browser.submit(mine, button, { csrf })).status).toBe(403)
  }
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('redirects a withdrawal without a session to the sign-in, and changes nothing', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const body = new URLSearchParams({ client_id: client.id })
  const asked = await server.fetch('/account/withdraw/', {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  expect([asked.status, asked.headers.get('location')]).toEqual([
    303,
    `${server.baseUrl}/login/?next=%2Faccount%2F`,
  ])
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('signing out everywhere ends every session of that user only', async () => {
  await using server = await startTestServer()
  const { browser, tokens } = await obtainTokens(server)
  const alone = parsePage((await browser.open('account/')).text)
  expect(alone.has('button:contains("browsers")')).toBe(false)
  const elsewhere = await signedInBrowser(server, 'Ada')
  const bob = await signedInBrowser(server, 'Bob')
  const account = await browser.open('account/')
  const button = 'Sign out of all 2 browsers'
  expect((await browser.submit(account, button, { csrf: 'x' })).status).toBe(403)
  await browser.submit(account, button)
  for (const page of [await browser.open('account/'), await elsewhere.open('account/')]) {
    expect(page.address.pathname).toBe('/login/')
  }
  expect((await bob.open('account/')).address.pathname).toBe('/account/')
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0'

test('the account page lists every browser and signs a single one out', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  server.clock.advance(24 * 60 * 60)
  const phone = await signedInBrowser(server, 'Ada', { 'User-Agent': PHONE })
  const account = await browser.open('account/')
  const sessions = parsePage(account.text)
  const session = sessions.find('li:has(strong:contains("Firefox on Android"))')
  expect(session?.text('strong')).toBe('Firefox on Android')
  expect(session?.text('.soft')).toMatch(/^Signed in on March 2, 2026/)
  expect(session?.attribute('.soft time', 'datetime')).toBe('2026-03-02')
  expect(sessions.texts('.badge')).toEqual(['this browser'])
  expect(account.text).not.toMatch(/Gecko|rv:128|128\.0/)
  const button = sessionButton(account)
  expect((await browser.submit(account, button, { csrf: 'x' })).status).toBe(403)
  const after = await browser.submit(account, button)
  expect(parsePage(after.text).text('[role=status]')).toMatch(/^You have been signed out of/)
  expect((await phone.open('account/')).address.pathname).toBe('/login/')
  expect((await browser.open('account/')).address.pathname).toBe('/account/')
  expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)
})

test('signs out all other browsers of that user only', async () => {
  await using server = await startTestServer()
  const browser = await signedInBrowser(server)
  const others = [await signedInBrowser(server), await signedInBrowser(server)]
  const bob = await signedInBrowser(server, 'Bob')
  const theirs = sessionButton(await others[0]!.open('account/'))
  const stranger = await signedInBrowser(server, 'Bob')
  const account = await stranger.open('account/')
  await stranger.submit(account, sessionButton(account), { session: theirs.value })
  for (const open of [browser, ...others, bob, stranger]) {
    expect((await open.open('account/')).address.pathname).toBe('/account/')
  }
  await browser.submit(await browser.open('account/'), 'Sign out of all other browsers')
  for (const gone of others) {
    expect((await gone.open('account/')).address.pathname).toBe('/login/')
  }
  for (const open of [browser, bob, stranger]) {
    expect((await open.open('account/')).address.pathname).toBe('/account/')
  }
})

/** Returns the first button that signs another browser out. */
function sessionButton({ text }: Page): { name: string; value: string } {
  return { name: 'session', value: parsePage(text).value('session')! }
}

test('revoking staff status takes effect in existing sessions at once', async () => {
  await using server = await startTestServer()
  const browser = await signedInBrowser(server)
  const secret = browser.cookies().get('catalog_session')!
  await createSeed(server).staff('Ada')
  const badges = async () => parsePage((await browser.open('account/')).text).texts('.badge')
  expect(await badges()).toContain('staff')
  await createSeed(server).setStaff(900_000_000, false)
  expect(await badges()).not.toContain('staff')
  expect(await findSession(server.catalog, secret)).toMatchObject({ isStaff: false })
})

const HOSTILE_NAMES = [
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `' onmouseover='alert(1)`,
  `</bdi></strong></title><svg/onload=alert(1)>`,
  `&lt;b&gt; &amp; &#60;`,
  `\u202egnikcart\u202c \u2066x\u2069 \u200f`,
  `Catalog${LOWEST_CHARACTER}\u0008\u001b[31m`,
  'W'.repeat(200),
  '{{7*7}} ${7*7} <!-- --> ]]> javascript:alert(1)',
]

test.each(HOSTILE_NAMES)('escapes the name %j of an app', async (name) => {
  await using server = await startTestServer()
  const app = await registerApp(server, { name })
  // The sign-in removes these characters from user names.
  const username = name.replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
  const browser = await signedInBrowser(server, username)
  const { challenge } = createPkce()
  const consent = await browser.open(authorizePath(app, challenge))
  await obtainCode(browser, app, challenge)
  for (const { status, text } of [
    consent,
    await browser.open('account/'),
    await browser.open(''),
  ]) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/<(script|img|svg|b)\b|<[^>]* on\w+\s*=/)
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
    expect(text.match(/<title>/g)).toHaveLength(1)
    expect(parsePage(text).text('title')!.length).toBeLessThan(200)
  }
  expect(parsePage(consent.text).has('bdi')).toBe(true)
})
