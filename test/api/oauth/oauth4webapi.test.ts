import * as oauth from 'oauth4webapi'
import { expect, test } from 'vitest'
import { createBrowser } from '../../support/browser.ts'
import { openLoopback } from '../../support/loopback.ts'
import { startTestServer } from '../../support/test-server.ts'

const insecure = { [oauth.allowInsecureRequests]: true }

test('oauth4webapi completes discovery, registration, authorization, refresh and revocation', async () => {
  await using server = await startTestServer()
  await using loopback = await openLoopback()
  const issuer = new URL(server.baseUrl)
  const as = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }),
  )
  const registration = await oauth.dynamicClientRegistrationRequest(
    as,
    {
      client_name: 'Walker',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    insecure,
  )
  const app = await oauth.processDynamicClientRegistrationResponse(registration)

  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(as.authorization_endpoint!)
  address.search = new URLSearchParams({
    client_id: app.client_id,
    redirect_uri: loopback.redirectUri,
    response_type: 'code',
    scope: 'import',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const browser = createBrowser(server.baseUrl)
  const signIn = await browser.open(address.href)
  const consent = await browser.submit(signIn, 'Sign in', { name: 'Ada' })
  const returned = await loopback.receive(await browser.submit(consent, 'Allow'))

  const told = oauth.validateAuthResponse(as, app, returned, state)
  const { redirectUri } = loopback
  const tokens = await oauth.processAuthorizationCodeResponse(
    as,
    app,
    await oauth.authorizationCodeGrantRequest(
      as,
      app,
      oauth.None(),
      told,
      redirectUri,
      verifier,
      insecure,
    ),
  )
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 28_800, scope: 'import' })

  const fresh = await oauth.processRefreshTokenResponse(
    as,
    app,
    await oauth.refreshTokenGrantRequest(as, app, oauth.None(), tokens.refresh_token!, insecure),
  )
  const meAddress = new URL(`${server.baseUrl}/api/v2/auth/me/`)
  const ask = (token: string) =>
    oauth.protectedResourceRequest(token, 'GET', meAddress, undefined, undefined, insecure)
  expect(await (await ask(fresh.access_token)).json()).toMatchObject({ scopes: ['import'] })

  const revocation = await oauth.revocationRequest(
    as,
    app,
    oauth.None(),
    fresh.refresh_token!,
    insecure,
  )
  await oauth.processRevocationResponse(revocation)
  // The library parses the challenge of RFC 6750 itself.
  await expect(ask(fresh.access_token)).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token', realm: 'api' } }],
  })
})
