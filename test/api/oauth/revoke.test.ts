import { expect, test } from 'vitest'
import {
  authorizeAgain,
  obtainTokens,
  postForm,
  refresh,
  registerApp,
  isTokenValid,
} from '../../support/oauth.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

function revoke(server: TestServer, fields: Record<string, string | undefined>) {
  return postForm(server, '/oauth/revoke_token/', fields)
}

test('requires a client and a token', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const withoutClient = await revoke(server, { token: tokens.access_token })
  expect(withoutClient).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  const withoutToken = await revoke(server, { client_id: client.id })
  expect(withoutToken).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('an app cannot revoke another app’s token', async () => {
  await using server = await startTestServer()
  const { tokens } = await obtainTokens(server)
  const other = await registerApp(server, { name: 'Other' })
  const refused = await revoke(server, { client_id: other.id, token: tokens.access_token })
  expect(refused.status).toBe(400)
  expect(await isTokenValid(server, tokens.access_token)).toBe(true)
})

test('answers 200 for an unknown token', async () => {
  await using server = await startTestServer()
  const { client } = await obtainTokens(server)
  expect((await revoke(server, { client_id: client.id, token: 'cat_at_x' })).status).toBe(200)
})

test('revoking an access token keeps its refresh token valid', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const done = await revoke(server, {
    client_id: client.id,
    token: tokens.access_token,
    token_type_hint: 'refresh_token',
  })
  expect(done.status).toBe(200)
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)
})

test('revoking a refresh token ends its chain and no other', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  const otherDevice = await authorizeAgain(server, browser, client)
  expect((await revoke(server, { client_id: client.id, token: tokens.refresh_token })).status).toBe(
    200,
  )
  expect(await isTokenValid(server, tokens.access_token)).toBe(false)
  expect((await refresh(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  expect(await isTokenValid(server, otherDevice.access_token)).toBe(true)
})

test('remembers consent after a revocation', async () => {
  await using server = await startTestServer()
  const { client, browser, tokens } = await obtainTokens(server)
  await revoke(server, { client_id: client.id, token: tokens.refresh_token })
  expect((await authorizeAgain(server, browser, client)).token_type).toBe('Bearer')
})
