import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { createBrowser, type Browser } from '../../support/browser.ts'
import { REDIRECT_URI } from '../../support/oauth.ts'
import { createTestLog } from '../../support/test-log.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

const LOOPBACK = 'http://127.0.0.1/callback'

interface Walk {
  server: TestServer
  browser: Browser
  app: client.Configuration
}

/** Discovery and registration as an independent library does them. */
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

async function authorize({ server, browser, app }: Walk, redirectUri: string) {
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
  const { address: returned } = await browser.submit(consent, 'Allow')
  const tokens = await client.authorizationCodeGrant(app, returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  return { tokens, returned, verifier, me: await server.get('/api/v2/auth/me/', bearer(tokens)) }
}

function bearer(tokens: { access_token: string }): RequestInit {
  return { headers: { Authorization: `Bearer ${tokens.access_token}` } }
}

test('a public app on a loopback port goes the whole way with an independent library', async () => {
  await using server = await startTestServer()
  const metadata = { redirect_uris: [LOOPBACK], token_endpoint_auth_method: 'none' }
  const walk = await begin(server, metadata, client.None())
  const { tokens, me } = await authorize(walk, 'http://127.0.0.1:54545/callback')
  expect(me).toMatchObject({ username: 'Ada', scopes: ['read', 'import'], can_import: false })
  const fresh = await client.refreshTokenGrant(walk.app, tokens.refresh_token!)
  expect(fresh.scope).toBe('read import')
  await client.tokenRevocation(walk.app, fresh.refresh_token!)
  expect((await server.fetch('/api/v2/auth/me/', bearer(fresh))).status).toBe(401)
  await expect(client.refreshTokenGrant(walk.app, fresh.refresh_token!)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('a confidential app goes the whole way, and nothing that is logged tells a secret', async () => {
  const { log, lines } = createTestLog()
  await using server = await startTestServer({}, { log })
  const walk = await begin(server, {
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'client_secret_basic',
  })
  // By itself the library would send the secret in the body, which is refused here.
  const { client_id, client_secret = '' } = walk.app.clientMetadata()
  const app = new client.Configuration(
    walk.app.serverMetadata(),
    client_id,
    undefined,
    client.ClientSecretBasic(client_secret),
  )
  client.allowInsecureRequests(app)
  const { tokens, returned, verifier } = await authorize({ ...walk, app }, REDIRECT_URI)
  const fresh = await client.refreshTokenGrant(app, tokens.refresh_token!)
  await client.tokenRevocation(app, fresh.access_token)
  await client.tokenRevocation(app, fresh.refresh_token!)
  const secrets = [
    client_secret,
    returned.searchParams.get('code')!,
    verifier,
    tokens.access_token,
    tokens.refresh_token!,
    fresh.access_token,
    fresh.refresh_token!,
    walk.browser.cookies().get('catalog_session')!,
  ]
  const logged = lines.join('')
  expect(logged).toContain('signed in')
  expect(logged).toContain('/oauth/token/')
  for (const secret of secrets) expect(logged.includes(secret)).toBe(false)
  expect(logged).not.toMatch(/cat_(at|rt|ac|cs|se)_/)
})
