import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENVIRONMENT } from '../../src/cli/help/environment.ts'
import { TOPICS } from '../../src/cli/help/topics.ts'
import { send } from '../../src/cli/transport.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli } from '../support/test-cli.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../support/tls-certificate.ts'

const INSTANCE = ['--url', 'https://archive.example']

test('--verbose and --debug=http show requests without secrets', async () => {
  const words = ['api', 'GET', 'api/v2/images/', '-f', 'creator=Painter', ...INSTANCE]
  const env = { CATALOG_TOKEN: 'very-secret' }
  const transport = () => stubResponse(200, '{}', { etag: '"1"', 'set-cookie': 'very-secret' })
  const verbose = await runCli([...words, '-v'], { env, transport })
  expect(verbose.stderr).toMatch(
    /^< 200 GET https:\/\/archive\.example\/api\/v2\/images\/\?creator=HIDDEN \(\d+ ms\)\n$/,
  )
  const traced = await runCli([...words, '--debug=http'], { env, transport })
  expect(traced.stderr).toContain('> Authorization: HIDDEN\n')
  expect(traced.stderr).toContain('< etag: "1"\n< set-cookie: HIDDEN\n')
  const named = await runCli(words, { env: { ...env, CATALOG_DEBUG: 'http' }, transport })
  for (const { stderr } of [verbose, traced, named]) expect(stderr).not.toContain('very-secret')
  expect(named.stderr).toContain('> Authorization: HIDDEN\n')
})

test('--quiet hides hints, but not errors', async () => {
  const transport = () => stubResponse(200, '[]')
  const words = ['license', 'list', '--quiet', ...INSTANCE]
  expect((await runCli(words, { transport })).stderr).toBe('')
  const failing = await runCli(words, { transport: () => stubResponse(404, '{"detail":"No."}') })
  expect([failing.code, failing.stderr]).toEqual([5, 'catalog: No.\n'])
})

test('trusts a private certificate authority that is named', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-tls-'))
  const server = createServer({ cert: CERTIFICATE, key: PRIVATE_KEY }, (_, response) =>
    response.setHeader('Content-Type', 'application/json').end('[]'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const caFile = join(folder.path, 'ca.pem')
  await writeFile(caFile, CERTIFICATE)
  const ask = (file?: string) =>
    runCli(['license', 'list', '--url', `https://127.0.0.1:${port}`], {
      transport: (request) => send(request, {}, file),
    })
  try {
    expect((await ask(caFile)).code).toBe(0)
    const unknown = await ask()
    expect(unknown.code).toBe(8)
    expect(unknown.stderr).toContain('Cannot establish a trusted TLS connection to 127.0.0.1')
    expect(unknown.stderr).toContain('set --ca-file or NODE_EXTRA_CA_CERTS')
    const missing = await ask(join(folder.path, 'nosuch.pem'))
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('--ca-file: cannot read'),
    ])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test.each(Object.keys(TOPICS))('`catalog help %s` fits a terminal of 80 columns', async (topic) => {
  const { code, stdout } = await runCli(['help', topic])
  expect(code).toBe(0)
  expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([])
  expect(stdout.length).toBeGreaterThan(300)
})

test('help shows commands of several words, and suggests the nearest topic', async () => {
  expect((await runCli(['help', 'image', 'list'])).stdout).toContain('Usage: catalog image list')
  const { code, stderr } = await runCli(['help', 'enviroment'])
  expect([code, stderr]).toEqual([
    2,
    "catalog: unknown command or help topic 'enviroment'. Did you mean 'environment'?\n",
  ])
})

test('the help on the environment names every variable of the page', async () => {
  const { readFile } = await import('node:fs/promises')
  const page = await readFile(new URL('../../docs/cli.md', import.meta.url), 'utf8')
  const table = page.split('### Environment')[1]!.split('\n\n')[1]!.split('\n').slice(2)
  const rows = table.map((line) =>
    line
      .split('|')
      .slice(1, 3)
      .map((cell) => cell.trim()),
  )
  expect(rows).toEqual(ENVIRONMENT)
})
