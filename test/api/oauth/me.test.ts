import { expect, test } from 'vitest'
import type { Scope } from '../../../src/core/auth/caller.ts'
import { startTestServer } from '../../support/test-server.ts'
import { bearer, issueToken } from '../../support/tokens.ts'

test('answers 401 without a token, with an invalid one and with one in the query', async () => {
  await using server = await startTestServer()
  const token = await issueToken(server)
  const anonymous = await server.fetch('/api/v2/auth/me/')
  expect(anonymous.status).toBe(401)
  expect(anonymous.headers.get('www-authenticate')).toBe('Bearer realm="api"')
  const bad = await server.fetch('/api/v2/auth/me/', { headers: bearer('cat_at_x') })
  expect(bad.status).toBe(401)
  expect(bad.headers.get('www-authenticate')).toContain('error="invalid_token"')
  expect((await server.fetch(`/api/v2/auth/me/?access_token=${token}`)).status).toBe(401)
  const basic = await server.fetch('/api/v2/auth/me/', { headers: { Authorization: 'Basic YTpi' } })
  expect([basic.status, basic.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api"'])
})

test('ignores a token in a form', async () => {
  await using server = await startTestServer()
  const access_token = await issueToken(server, { staff: true, scopes: ['import'] })
  const body = new URLSearchParams({ access_token, name: 'Town archive' })
  const { status } = await server.fetch('/api/v2/sources/', { method: 'POST', body })
  expect(status).toBe(401)
})

test('answers 403 with the missing scope, before other checks', async () => {
  await using server = await startTestServer()
  const headers = bearer(await issueToken(server, { staff: true, scopes: ['read'] }))
  const refused = await server.fetch('/api/v2/sources/', { method: 'POST', headers, body: '{' })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer error="insufficient_scope", scope="import"',
  ])
})

test('answers 403 without a scope to users who are not staff', async () => {
  await using server = await startTestServer()
  const headers = bearer(await issueToken(server, { staff: false, scopes: ['import'] }))
  const refused = await server.fetch('/api/v2/sources/', { method: 'POST', headers, body: '{' })
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([403, null])
})

test('ignores an invalid token where reading is public', async () => {
  await using server = await startTestServer()
  const { status } = await server.fetch('/api/v2/images/', { headers: bearer('cat_at_x') })
  expect(status).toBe(200)
})

test.each<[boolean, Scope[], boolean]>([
  [false, ['read'], false],
  [true, ['read'], false],
  [false, ['read', 'import'], false],
  [true, ['read', 'import'], true],
])('staff %j with scopes %j can import: %j', async (staff, scopes, can_import) => {
  await using server = await startTestServer()
  const token = await issueToken(server, { userId: 42, username: 'Ada', staff, scopes })
  expect(await server.get('/api/v2/auth/me/', { headers: bearer(token) })).toEqual({
    map_id: 42,
    osm_id: 42,
    username: 'Ada',
    is_staff: staff,
    can_import,
    scopes,
    expires_at: expect.stringMatching(/Z$/),
  })
})

test('returns when the token expires', async () => {
  await using server = await startTestServer()
  const before = server.catalog.clock.now() / 1000
  const headers = bearer(await issueToken(server))
  const { expires_at } = await server.get('/api/v2/auth/me/', { headers })
  const lifetime = (Date.parse(expires_at) - before) / 1000
  expect(Math.round(lifetime / 60)).toBe(Math.round(server.catalog.config.accessTokenSeconds / 60))
})
