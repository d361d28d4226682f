import * as client from 'openid-client'
import { expect, test } from 'vitest'
import { startTestServer } from '../../support/test-server.ts'

const WELL_KNOWN = '/.well-known/oauth-authorization-server'

test('the metadata contain exactly the existing endpoints and capabilities', async () => {
  await using server = await startTestServer()
  const at = (path: string): string => server.baseUrl + path
  expect(await server.get(WELL_KNOWN)).toEqual({
    issuer: server.baseUrl,
    authorization_endpoint: at('/oauth/authorize/'),
    token_endpoint: at('/oauth/token/'),
    revocation_endpoint: at('/oauth/revoke_token/'),
    registration_endpoint: at('/api/v2/apps/'),
    scopes_supported: ['read', 'contribute', 'import', 'moderate'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
    revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})

test('allows scripts of any origin to read the metadata', async () => {
  await using server = await startTestServer({ dev: false })
  const { headers } = await server.fetch(WELL_KNOWN, { headers: { Origin: 'https://a.example' } })
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('with a path prefix, serves the metadata at every address that clients try', async () => {
  const baseUrl = 'https://site.example/old/pictures'
  await using server = await startTestServer({ baseUrl, dev: false })
  const found = await client.discovery(new URL(baseUrl), 'app', undefined, client.None(), {
    algorithm: 'oauth2',
    [client.customFetch]: (address, options) =>
      fetch(address.replace('https://site.example', server.boundUrl), options as RequestInit),
  })
  expect(found.serverMetadata()).toMatchObject({
    issuer: baseUrl,
    token_endpoint: `${baseUrl}/oauth/token/`,
  })
  const status = async (path: string): Promise<number> =>
    (await fetch(server.boundUrl + path)).status
  expect(await status(`${WELL_KNOWN}/old/pictures`)).toBe(200)
  expect(await status(`/old/pictures${WELL_KNOWN}`)).toBe(200)
  expect(await status(`${WELL_KNOWN}/old`)).toBe(404)
  expect(await status(`${WELL_KNOWN}/old/pictures/more`)).toBe(404)
})
