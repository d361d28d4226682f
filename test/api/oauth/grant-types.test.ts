import { expect, test } from 'vitest'
import {
  redirectParams,
  authorizePath,
  createPkce,
  exchange,
  refresh,
  registerApp,
  signedInBrowser,
  REDIRECT_URI,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'

test.each([
  [undefined, ['authorization_code', 'refresh_token'], ['code']],
  [[], ['authorization_code', 'refresh_token'], ['code']],
  [['authorization_code'], ['authorization_code', 'refresh_token'], ['code']],
  [['implicit', 'authorization_code'], ['authorization_code', 'refresh_token'], ['code']],
  [['refresh_token', 'password'], ['refresh_token'], []],
  [['client_credentials'], [], []],
])('registers the grant types %j as %j', async (asked, grant_types, response_types) => {
  await using server = await startTestServer()
  const response = await server.fetch('/api/v2/apps/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Walker',
      redirect_uris: [REDIRECT_URI],
      grant_types: asked,
    }),
  })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({ grant_types, response_types })
})

test('answers unauthorized_client to an app without the grant type, before other errors', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server, { grantTypes: [] })
  const path = authorizePath(app, 'no challenge', { response_type: 'token' })
  expect(redirectParams(await (await signedInBrowser(server)).open(path))).toMatchObject({
    error: 'unauthorized_client',
    state: 'the-state',
    iss: server.baseUrl,
  })
  const { verifier } = createPkce()
  for (const answer of [
    await exchange(server, app, { code: 'cat_ac_x', verifier }),
    await refresh(server, app, 'cat_rt_x'),
  ]) {
    expect(answer).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } })
  }
})
