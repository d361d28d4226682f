import { expect, test } from 'vitest'
import {
  REDIRECT_URI,
  redirectParams,
  authorizePath,
  createPkce,
  registerApp,
  signedInBrowser,
} from '../../support/oauth.ts'
import type { GrantType } from '../../../src/core/auth/grant-types.ts'
import { createBrowser } from '../../support/browser.ts'
import { parsePage } from '../../support/parse-page.ts'
import { startTestServer } from '../../support/test-server.ts'
import { breakTable } from '../../support/rows.ts'

const { challenge } = createPkce()

type Changes = Record<string, string | undefined>

const NEVER_REDIRECTED: [string, Changes][] = [
  ['no code_challenge_method', { code_challenge_method: undefined }],
  ['the plain method', { code_challenge_method: 'plain' }],
  ['an empty method', { code_challenge_method: '' }],
  ['the method in small letters', { code_challenge_method: 's256' }],
  ['an unknown client', { client_id: 'nobody' }],
  ['no client', { client_id: undefined }],
  ['no redirect URI', { redirect_uri: undefined }],
  ['another redirect URI', { redirect_uri: 'https://evil.example/callback' }],
  ['a redirect URI with more behind', { redirect_uri: `${REDIRECT_URI}/x` }],
]

test('answers errors before the redirect URI is validated with a page and 400', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  for (const [what, changes] of NEVER_REDIRECTED) {
    const page = await browser.open(authorizePath(app, challenge, changes))
    expect([page.status, page.headers.get('content-type')], what).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('Invalid request')
  }
})

test('answers a repeated client, redirect URI or method with a page and 400', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const path = authorizePath(app, challenge)
  for (const name of ['client_id', 'redirect_uri', 'code_challenge_method']) {
    const value = new URLSearchParams(path.slice(path.indexOf('?'))).get(name)!
    const again = new URLSearchParams({ [name]: value }).toString()
    const page = await createBrowser(server.baseUrl).open(`${path}&${again}`)
    expect([page.status, page.text.includes('more than once')], name).toEqual([400, true])
  }
})

const TOLD_TO_THE_APP: [string, Changes, string][] = [
  ['no response_type', { response_type: undefined }, 'invalid_request'],
  ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['two response types', { response_type: 'code token' }, 'unsupported_response_type'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request'],
  ['a challenge that is no SHA-256', { code_challenge: 'abc' }, 'invalid_request'],
  ['an unknown scope', { scope: 'read sing' }, 'invalid_scope'],
]

test('redirects later errors to the app, with its state', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  for (const [what, changes, error] of TOLD_TO_THE_APP) {
    const page = await browser.open(authorizePath(app, challenge, changes))
    expect(page.status, what).toBe(303)
    expect(redirectParams(page)).toMatchObject({ error, state: 'the-state', iss: server.baseUrl })
  }
})

test('redirects errors to a website only after the user signed in', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const grantTypes: GrantType[] = ['refresh_token']
  const forbidden = await registerApp(server, { grantTypes })
  const good = authorizePath(app, challenge)
  const paths = [
    ...TOLD_TO_THE_APP.map(([, changes]) => authorizePath(app, challenge, changes)),
    `${good}&state=another`,
    authorizePath(forbidden, challenge),
  ]
  for (const path of paths) {
    const browser = createBrowser(server.baseUrl)
    const signIn = await browser.open(path)
    expect(signIn.address.pathname, path).toBe('/login/')
    const page = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
    expect(redirectParams(page), path).toHaveProperty('error')
    const post = { method: 'POST', body: new URLSearchParams(), redirect: 'manual' } as const
    const posted = await server.fetch(`/${path}`, post)
    expect(posted.headers.get('location')).toContain(`${server.baseUrl}/login/`)
  }
})

test('redirects errors to a loopback address without a sign-in', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server, { redirectUris: ['http://[::1]/cb'] })
  const redirect_uri = 'http://[::1]:54321/cb'
  const changes = { redirect_uri, scope: 'sing' }
  const page = await createBrowser(server.baseUrl).open(authorizePath(app, challenge, changes))
  expect(page.address.href).toMatch(/^http:\/\/\[::1\]:54321\/cb\?error=invalid_scope&/)
})

test('rejects a repeated state, and returns none of them', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const path = `${authorizePath(app, challenge)}&state=another`
  const answer = redirectParams(await (await signedInBrowser(server)).open(path))
  expect(answer.error).toBe('invalid_request')
  expect(answer.state).toBeUndefined()
})

test('redirects to the sign-in first, then back to the consent page', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server, { name: 'Archive <Uploader>' })
  const browser = createBrowser(server.baseUrl)
  const signIn = await browser.open(authorizePath(app, challenge, { scope: 'import' }))
  expect(signIn.address.pathname).toBe('/login/')
  const consent = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
  expect(consent.address.pathname).toBe('/oauth/authorize/')
  expect(consent.text).toContain('Archive &lt;Uploader&gt;')
  expect(consent.text).toContain(REDIRECT_URI)
  expect(consent.text).toContain('Upload, update and replace images')
  expect(parsePage(consent.text).texts('.badge')).toContain('unverified')
})

test('the consent page forbids framing, sends no referrer and does not restrict form targets', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const { headers } = await browser.open(authorizePath(app, challenge))
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('form-action')
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('cache-control')).toBe('no-store, no-transform')
  expect(headers.get('content-encoding')).toBeNull()
})

test('rejects a consent without the CSRF token of the page', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const consent = await browser.open(authorizePath(app, challenge))
  const forged = await browser.submit(consent, 'Allow', { csrf: 'forged' })
  expect([forged.status, forged.text.includes('form has expired')]).toEqual([403, true])
  const undecided = await browser.submit(consent, 'Allow', { decision: 'perhaps' })
  expect(undecided.status).toBe(400)
})

test('rejects the CSRF token of another user', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const ada = await signedInBrowser(server, 'Ada')
  const bob = await signedInBrowser(server, 'Bob')
  const consent = await ada.open(authorizePath(app, challenge))
  expect((await bob.submit(consent, 'Allow')).status).toBe(403)
})

test('redirects access_denied to the app on Cancel', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const consent = await browser.open(authorizePath(app, challenge))
  const answer = redirectParams(await browser.submit(consent, 'Cancel'))
  expect(answer).toMatchObject({ error: 'access_denied', state: 'the-state', iss: server.baseUrl })
})

test('redirects a code, the state and the issuer to the app on Allow', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const consent = await browser.open(authorizePath(app, challenge))
  const { code, ...rest } = redirectParams(await browser.submit(consent, 'Allow'))
  expect(code).toMatch(/^cat_ac_[\w-]{43}$/)
  expect(rest).toEqual({ state: 'the-state', iss: server.baseUrl })
})

test('returns no state to an app that sent none', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const consent = await browser.open(authorizePath(app, challenge, { state: undefined }))
  expect(redirectParams(await browser.submit(consent, 'Allow')).state).toBeUndefined()
  const blank = await browser.open(authorizePath(app, challenge, { state: '' }))
  expect(redirectParams(blank).state).toBeUndefined()
})

test('accepts any port of a loopback redirect URI', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server, { redirectUris: ['http://127.0.0.1/cb'] })
  const browser = await signedInBrowser(server)
  const redirect_uri = 'http://127.0.0.1:54321/cb'
  const consent = await browser.open(authorizePath(app, challenge, { redirect_uri }))
  expect(consent.text).toContain('A program on this computer')
  const { address } = await browser.submit(consent, 'Allow')
  expect(address.href).toMatch(/^http:\/\/127\.0\.0\.1:54321\/cb\?code=/)
})

test('redirects server_error to the app on an internal error', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const consent = await browser.open(authorizePath(app, challenge))
  // Without the table of codes the server fails.
  await using _broken = await breakTable(server, 'oauth_code')
  expect(redirectParams(await browser.submit(consent, 'Allow'))).toMatchObject({
    error: 'server_error',
  })
})
