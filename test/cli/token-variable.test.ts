import { expect, test } from 'vitest'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

const WORDS = [
  ['whoami'],
  ['doctor'],
  ['import', 'album.csv', '--collection', '1'],
  ['slot', 'request', '--collection', '1', '--content-type', 'image/jpeg'],
]

test.each(WORDS)('%s does not suggest a sign-in if CATALOG_TOKEN is invalid', async (...argv) => {
  await using server = await startTestServer()
  const staff = { staff: true, scopes: ['read' as const] }
  const tokens = ['unknown', await issueToken(server, staff)]
  for (const CATALOG_TOKEN of tokens) {
    const named = await runCli(argv, { env: { CATALOG_TOKEN, CATALOG_URL: server.baseUrl } })
    expect(named.stdout + named.stderr).not.toContain('catalog login')
    const nameless = await runCli(argv, { env: { CATALOG_TOKEN } })
    expect(nameless.stdout + nameless.stderr).not.toContain('catalog login')
  }
})

test('names the variable of a rejected token', async () => {
  await using server = await startTestServer()
  const env = { CATALOG_TOKEN: 'unknown', CATALOG_URL: server.baseUrl }
  const { code, stderr } = await runCli(['whoami'], { env })
  expect(code).toBe(4)
  expect(stderr).toBe(
    'catalog: The token in CATALOG_TOKEN is invalid or expired.\nSet CATALOG_TOKEN to a valid token.\n',
  )
})

test('whoami shows when the token of CATALOG_TOKEN expires', async () => {
  await using server = await startTestServer()
  const env = { CATALOG_TOKEN: await issueToken(server), CATALOG_URL: server.baseUrl }
  const { expires_at, token_from } = JSON.parse(
    (await runCli(['whoami', '--json'], { env })).stdout,
  )
  expect(token_from).toBe('CATALOG_TOKEN')
  expect(Date.parse(expires_at)).toBeGreaterThan(server.catalog.clock.now() / 1000)
})
