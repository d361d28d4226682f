import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { createBrowser, type Browser, type Page } from '../../support/browser.ts'
import { openLoopback } from '../../support/loopback.ts'
import { REDIRECT_URI } from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'
import { bearer } from '../../support/tokens.ts'

interface Walk {
  server: TestServer
  browser: Browser
  app: client.Configuration
}

/** Discovers the server and registers an app with an independent library. */
async function begin(
  server: TestServer,
  metadata: Partial<client.ClientMetadata>,
  authentication?: client.ClientAuth,
): Promise<Walk> {
  const app = await client.dynamicClientRegistration(
    new URL(server.baseUrl),
    { client_name: 'Walker', ...metadata },
    authentication,
    { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
  )
  return { server, app, browser: createBrowser(server.baseUrl) }
}

/** @param receive returns the address to which the server redirected the browser */
async function authorize(
  { server, browser, app }: Walk,
  redirectUri: string,
  receive: (page: Page) => Promise<URL>,
) {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const address = client.buildAuthorizationUrl(app, {
    redirect_uri: redirectUri,
    scope: 'read import',
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const signIn = await browser.open(address.href)
  const consent = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
  const returned = await receive(await browser.submit(consent, 'Allow'))
  const tokens = await client.authorizationCodeGrant(app, returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  const headers = bearer(tokens.access_token)
  return { tokens, me: await server.get('/api/v2/auth/me/', { headers }) }
}

test.each(['127.0.0.1', '::1'] as const)(
  'a public app on a free port of %s completes the whole flow with openid-client',
  async (host) => {
    await using server = await startTestServer()
    await using loopback = await openLoopback(host)
    const registered = loopback.redirectUri.replace(/:\d+\//, '/')
    const metadata = { redirect_uris: [registered], token_endpoint_auth_method: 'none' }
    const walk = await begin(server, metadata, client.None())
    const { tokens, me } = await authorize(walk, loopback.redirectUri, loopback.receive)
    expect(me).toMatchObject({ username: 'Ada', scopes: ['read', 'import'], can_import: false })
    const fresh = await client.refreshTokenGrant(walk.app, tokens.refresh_token!)
    expect(fresh.scope).toBe('read import')
    await client.tokenRevocation(walk.app, fresh.refresh_token!)
    const { status } = await server.fetch('/api/v2/auth/me/', {
      headers: bearer(fresh.access_token),
    })
    expect(status).toBe(401)
    await expect(client.refreshTokenGrant(walk.app, fresh.refresh_token!)).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  },
)

test('a confidential app completes the whole flow with openid-client', async () => {
  await using server = await startTestServer()
  const walk = await begin(server, {
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'client_secret_basic',
  })
  // By default the library would send the secret in the body, which the server rejects.
  const { client_id, client_secret = '' } = walk.app.clientMetadata()
  const app = new client.Configuration(
    walk.app.serverMetadata(),
    client_id,
    undefined,
    client.ClientSecretBasic(client_secret),
  )
  client.allowInsecureRequests(app)
  const { tokens } = await authorize({ ...walk, app }, REDIRECT_URI, async (page) => page.address)
  const fresh = await client.refreshTokenGrant(app, tokens.refresh_token!)
  await client.tokenRevocation(app, fresh.access_token)
  await client.tokenRevocation(app, fresh.refresh_token!)
  const { status } = await server.fetch('/api/v2/auth/me/', { headers: bearer(fresh.access_token) })
  expect(status).toBe(401)
})
