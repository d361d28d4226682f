import { expect, test } from 'vitest'
import { createBrowser } from '../../support/browser.ts'
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
  works,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'

test('the account page asks for a sign-in and comes back', async () => {
  await using server = await startTestServer()
  const browser = createBrowser(server.baseUrl)
  const signIn = await browser.open('account/')
  const account = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
  expect(account.address.pathname).toBe('/account/')
  expect(account.text).toContain('There are none.')
})

test('an app is not taken away without the page’s own proof', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const account = await browser.open('account/')
  const button = { name: 'client_id', value: client.id }
  expect((await browser.submit(account, button, { csrf: '' })).status).toBe(403)
  expect(await works(server, tokens.access_token)).toBe(true)
})

test('consent taken back ends every code and token of the app, and it is asked again', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(browser, client, challenge)
  const account = await browser.open('account/')
  expect(account.text).toContain('Allowed on')
  const after = await browser.submit(account, { name: 'client_id', value: client.id })
  expect(after.text).toContain('There are none.')
  expect(await works(server, tokens.access_token)).toBe(false)
  expect((await refresh(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect((await exchange(server, client, { code, verifier })).body.error).toBe('invalid_grant')
  expect((await browser.open(authorizePath(client, challenge))).text).toContain('>Allow</button>')
})

test('taking one app away spares other apps and other people', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const other = await registerApp(server, { name: 'Other' })
  const otherApp = await authorizeAgain(server, browser, other)
  const bob = await signedInBrowser(server, 'Bob')
  const otherPerson = await authorizeAgain(server, bob, client)
  const account = await browser.open('account/')
  await browser.submit(account, { name: 'client_id', value: client.id })
  expect(await works(server, tokens.access_token)).toBe(false)
  expect(await works(server, otherApp.access_token)).toBe(true)
  expect(await works(server, otherPerson.access_token)).toBe(true)
})
