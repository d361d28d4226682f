import { expect, test } from 'vitest'
import { hasButton } from '../../support/browser.ts'
import {
  redirectParams,
  authorizePath,
  createPkce,
  obtainCode,
  obtainTokens,
  postForm,
  purge,
  registerApp,
  signedInBrowser,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'
import { readRows } from '../../support/rows.ts'

const { challenge } = createPkce()
const YEAR_SECONDS = 365 * 24 * 60 * 60

test('Cancel grants nothing and keeps earlier consent', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  const first = await browser.open(authorizePath(app, challenge))
  await browser.submit(first, 'Cancel')
  expect((await browser.open(authorizePath(app, challenge))).status).toBe(200)
  await obtainCode(browser, app, challenge)
  const wider = await browser.open(authorizePath(app, challenge, { scope: 'import' }))
  await browser.submit(wider, 'Cancel')
  expect(redirectParams(await browser.open(authorizePath(app, challenge))).code).toBeDefined()
  expect((await browser.open(authorizePath(app, challenge, { scope: 'import' }))).status).toBe(200)
})

test('remembers consent, and asks again only for a new scope', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  await obtainCode(browser, app, challenge)
  expect(redirectParams(await browser.open(authorizePath(app, challenge))).code).toBeDefined()
  const wider = await browser.open(authorizePath(app, challenge, { scope: 'import' }))
  expect(wider.status).toBe(200)
  await browser.submit(wider, 'Allow')
  const both = await browser.open(authorizePath(app, challenge, { scope: 'read import' }))
  expect(redirectParams(both).code).toBeDefined()
})

test('HEAD issues no code, even if consent is remembered', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  await obtainCode(browser, app, challenge)
  const before = await readRows(server, 'oauth_code')
  const cookie = [...browser.cookies()].map((pair) => pair.join('=')).join('; ')
  const path = `/${authorizePath(app, challenge)}`
  const response = await server.fetch(path, { method: 'HEAD', headers: { cookie } })
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, OPTIONS, POST'])
  expect(await readRows(server, 'oauth_code')).toEqual(before)
})

test('approval_prompt=force shows the consent page again', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const browser = await signedInBrowser(server)
  await obtainCode(browser, app, challenge)
  const page = await browser.open(authorizePath(app, challenge, { approval_prompt: 'force' }))
  expect([page.status, hasButton(page, 'Allow')]).toEqual([200, true])
})

test('remembers consent per user and app', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const other = await registerApp(server, { name: 'Other' })
  const ada = await signedInBrowser(server, 'Ada')
  await obtainCode(ada, app, challenge)
  expect((await ada.open(authorizePath(other, challenge))).status).toBe(200)
  const bob = await signedInBrowser(server, 'Bob')
  expect((await bob.open(authorizePath(app, challenge))).status).toBe(200)
})

test('remembers consent after its tokens were revoked, expired and purged', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  await postForm(server, '/oauth/revoke_token/', {
    client_id: client.id,
    token: tokens.refresh_token,
  })
  expect(redirectParams(await browser.open(authorizePath(client, challenge))).code).toBeDefined()
  server.clock.advance(2 * YEAR_SECONDS)
  await purge(server)
  const left = await readRows(server, 'oauth_grant')
  expect(left).toEqual([])
  const again = await signedInBrowser(server)
  expect(redirectParams(await again.open(authorizePath(client, challenge))).code).toBeDefined()
})
