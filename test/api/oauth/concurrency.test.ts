import { expect, test } from 'vitest'
import {
  createPkce,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  registerApp,
  signedInBrowser,
  isTokenValid,
} from '../../support/oauth.ts'
import { startTestServer } from '../../support/test-server.ts'

const FIFTY = Array.from({ length: 50 }, (_, index) => index)

test('one of fifty concurrent exchanges of a code succeeds, and the others revoke its tokens', async () => {
  await using server = await startTestServer()
  const app = await registerApp(server)
  const { verifier, challenge } = createPkce()
  const code = await obtainCode(await signedInBrowser(server), app, challenge)
  const answers = await Promise.all(FIFTY.map(() => exchange(server, app, { code, verifier })))
  const won = answers.filter(({ status }) => status === 200)
  const lost = answers.filter(({ body }) => body.error === 'invalid_grant')
  expect([won.length, lost.length]).toEqual([1, 49])
  expect(await isTokenValid(server, won[0]!.body.access_token)).toBe(false)
})

test('fifty concurrent refreshes within the grace period return fifty valid pairs on one chain', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const answers = await Promise.all(FIFTY.map(() => refresh(server, client, tokens.refresh_token)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const pairs = answers.map(({ body }) => body)
  expect(new Set(pairs.map(({ refresh_token }) => refresh_token)).size).toBe(50)
  for (const { access_token } of pairs) expect(await isTokenValid(server, access_token)).toBe(true)
  server.clock.advance(31)
  await refresh(server, client, tokens.refresh_token)
  for (const { access_token } of pairs) expect(await isTokenValid(server, access_token)).toBe(false)
  const last = await refresh(server, client, pairs[7].refresh_token)
  expect(last.body.error).toBe('invalid_grant')
})

test('rejects fifty concurrent uses of a token rotated before the grace period', async () => {
  await using server = await startTestServer()
  const { client, tokens } = await obtainTokens(server)
  const { body: fresh } = await refresh(server, client, tokens.refresh_token)
  server.clock.advance(31)
  const answers = await Promise.all(FIFTY.map(() => refresh(server, client, tokens.refresh_token)))
  expect(new Set(answers.map(({ body }) => body.error))).toEqual(new Set(['invalid_grant']))
  expect(await isTokenValid(server, fresh.access_token)).toBe(false)
})
