import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBrowser } from '../../support/browser.ts'
import {
  redirectParams,
  authorizePath,
  createPkce,
  exchange,
  obtainCode,
  obtainTokens,
  refresh,
  isTokenValid,
} from '../../support/oauth.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

test('keeps apps, consent, sessions, codes, tokens and their uses over a restart', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const clock = createTestClock()
  const start = (): Promise<TestServer> =>
    startTestServer({ data: join(folder.path, 'data') }, { clock })

  const before = await start()
  const { client, browser, tokens } = await obtainTokens(before)
  const { body: fresh } = await refresh(before, client, tokens.refresh_token)
  const [used, unused] = [createPkce(), createPkce()]
  const usedCode = await obtainCode(browser, client, used.challenge)
  const { body: others } = await exchange(before, client, {
    code: usedCode,
    verifier: used.verifier,
  })
  const code = await obtainCode(browser, client, unused.challenge)
  await before[Symbol.asyncDispose]()

  await using server = await start()
  expect(await isTokenValid(server, fresh.access_token)).toBe(true)
  const redeemed = await exchange(server, client, { code, verifier: unused.verifier })
  expect(redeemed.status).toBe(200)
  expect((await refresh(server, client, tokens.refresh_token)).status).toBe(200)

  const again = createBrowser(server.baseUrl)
  again.cookies().set('catalog_session', browser.cookies().get('catalog_session')!)
  const remembered = await again.open(authorizePath(client, createPkce().challenge))
  expect(redirectParams(remembered).code).toBeDefined()

  expect(await isTokenValid(server, others.access_token)).toBe(true)
  await exchange(server, client, { code: usedCode, verifier: used.verifier })
  expect(await isTokenValid(server, others.access_token)).toBe(false)
  clock.advance(31)
  await refresh(server, client, tokens.refresh_token)
  expect(await isTokenValid(server, fresh.access_token)).toBe(false)
})
