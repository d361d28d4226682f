import { expect, test } from 'vitest'
import { obtainTokens, postForm, refresh } from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'
import { breakTable } from '../../support/rows.ts'
import { onPostgres } from '../../support/test-postgres.ts'
import { limitDatabase } from '../../support/failing-disk.ts'

/** RFC 6749, section 5.2. */
const DESCRIPTION = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/

// The disk of PostgreSQL is not that of the server.
test.skipIf(onPostgres)(
  'answers temporarily_unavailable on a full disk, and keeps the tokens valid',
  async () => {
    await using server = await startTestServer()
    const { client, tokens } = await obtainTokens(server)
    await limitDatabase(server, 1)
    let answer = await refresh(server, client, tokens.refresh_token)
    for (let tries = 0; answer.status === 200 && tries < 100; tries += 1) {
      answer = await refresh(server, client, answer.body.refresh_token)
    }
    expect(answer).toMatchObject({ status: 503, body: { error: 'temporarily_unavailable' } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await limitDatabase(server, 100_000)
    expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)
  },
)

test('answers server_error without details on an internal error', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  // Without the table of tokens the server fails.
  await using _broken = await breakTable(server, 'oauth_token')
  const { status, headers, body } = await refresh(server, client, tokens.refresh_token)
  expect({ status, error: body.error }).toEqual({ status: 500, error: 'server_error' })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body.error_description).toMatch(/^Internal error\. The request id is [\w-]+\.$/)
})

test('removes characters that error_description does not allow from quoted values', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const scope = await refresh(server, client, tokens.refresh_token, 'si"ng\\é\u0000')
  expect(scope.body.error_description).toMatch(DESCRIPTION)
  const type = await postForm(server, '/oauth/token/', {}, { 'Content-Type': 'text/"x\\y\u00e9' })
  expect(type.body.error).toBe('invalid_request')
  expect(type.body.error_description).toMatch(DESCRIPTION)
})

test('ignores parameters in the query, which proxies would log', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const query = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: client.id,
    refresh_token: tokens.refresh_token,
  })
  const answer = await postForm(server, `/oauth/token/?${query.toString()}`, {})
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})
