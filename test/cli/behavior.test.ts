import { mkdtempDisposable, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ENVIRONMENT } from '../../src/cli/help/environment.ts'
import { TOPICS } from '../../src/cli/help/topics.ts'
import { stubResponse } from '../support/stub-response.ts'
import { runCli } from '../support/test-cli.ts'
import { CERTIFICATE, PRIVATE_KEY } from '../support/tls-certificate.ts'

const INSTANCE = ['--url', 'https://archive.example']

test('reads responses of newer instances, which have members that this version does not know', async () => {
  const license = { id: 3, name: 'Town-1.0', display_name: 'Town license', permalink: '' }
  const transport = () => stubResponse(201, JSON.stringify({ ...license, since: 2031 }))
  const env = { CATALOG_TOKEN: 'token' }
  const added = await runCli(['license', 'add', 'Town-1.0', '--json', ...INSTANCE], {
    env,
    transport,
  })
  expect([added.code, JSON.parse(added.stdout)]).toEqual([0, license])
  const other = () => stubResponse(201, JSON.stringify({ ...license, name: 7 }))
  const refused = await runCli(['license', 'add', 'Town-1.0', ...INSTANCE], {
    env,
    transport: other,
  })
  expect([refused.code, refused.stderr]).toEqual([
    8,
    expect.stringContaining('unexpected response'),
  ])
})

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
  const ask = (...words: string[]) =>
    runCli(['license', 'list', '--url', `https://127.0.0.1:${port}`, ...words])
  try {
    expect((await ask('--ca-file', caFile)).code).toBe(0)
    const unknown = await ask()
    expect(unknown.code).toBe(8)
    expect(unknown.stderr).toContain('Cannot establish a trusted TLS connection to 127.0.0.1')
    expect(unknown.stderr).toContain('set --ca-file or NODE_EXTRA_CA_CERTS')
    const doctor = ['doctor', '--ca-file', caFile, '--url', `https://127.0.0.1:${port}`]
    expect((await runCli(doctor)).stdout).toContain(
      'The certificate of the instance is valid until',
    )
    const missing = await ask('--ca-file', join(folder.path, 'nosuch.pem'))
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining('--ca-file: cannot read'),
    ])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('--proxy sends requests through a proxy, except to the hosts of NO_PROXY', async () => {
  const asked: string[] = []
  const server = createHttpServer((request, response) => {
    asked.push(request.url!)
    response.setHeader('Content-Type', 'application/json').end('[]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const list = (url: string, words: string[], env: NodeJS.ProcessEnv = {}) =>
    runCli(['license', 'list', '--url', url, ...words], { env })
  try {
    const url = 'http://localhost:9'
    expect((await list(url, ['--proxy', address])).code).toBe(0)
    expect((await list(url, [], { CATALOG_PROXY: address })).code).toBe(0)
    const direct = await list(address, ['--proxy', 'http://127.0.0.1:9'], { NO_PROXY: '127.0.0.1' })
    expect(direct.code).toBe(0)
    const path = '/api/v2/licenses/?page=1&page_size=100'
    expect(asked).toEqual([url + path, url + path, path])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test.each([
  ['an unreachable proxy', ['--proxy', 'http://127.0.0.1:9'], 8, 'The proxy 127.0.0.1:9 cannot be'],
  ['a proxy without a scheme', ['--proxy', 'proxy:3128'], 2, 'Must be the URL of an HTTP proxy'],
  ['a negative number of retries', ['--retries', '-1'], 2, 'Must be a whole number from 0 to 100'],
  ['no time at all', ['--timeout', '0'], 2, 'Must be a positive integer'],
  ['a log file in a missing folder', ['--log-file', 'no/such.log'], 2, '--log-file: cannot write'],
])('explains %s', async (_, words, code, message) => {
  const result = await runCli(['license', 'list', '--url', 'http://127.0.0.1:9', ...words])
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(message)])
})

test('repeats a request as often as --retries and its variable say', async () => {
  let requests = 0
  const transport = () => {
    requests += 1
    return stubResponse(503, '{}')
  }
  const list = (words: string[], env: NodeJS.ProcessEnv = {}) =>
    runCli(['license', 'list', ...INSTANCE, ...words], { transport, env })
  expect((await list(['--retries', '0'])).code).toBe(8)
  expect(requests).toBe(1)
  await list([], { CATALOG_RETRIES: '2' })
  expect(requests).toBe(4)
  const wrong = await list([], { CATALOG_RETRIES: 'often' })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('CATALOG_RETRIES: Must')])
})

test('--timeout limits the wait for a response', async () => {
  const server = createHttpServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const words = ['license', 'list', '--url', url, '--timeout', '1', '--retries', '0']
  const { code, stderr } = await runCli(words)
  expect([code, stderr]).toEqual([8, expect.stringContaining('did not respond in time')])
  server.closeAllConnections()
  server.close()
})

test('--log-file records requests and the end of the command, without secrets', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-log-'))
  const file = join(folder.path, 'catalog.log')
  const words = ['image', 'list', '--creator', 'Painter', '--log-file', file, ...INSTANCE]
  const env = { CATALOG_TOKEN: 'very-secret' }
  const transport = () => stubResponse(404, '{"detail":"No."}', { 'set-cookie': 'very-secret' })
  await runCli(words, { env, transport })
  await runCli(words, { env, transport })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const text = await readFile(file, 'utf8')
  expect(text).not.toMatch(/very-secret|Painter/)
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(entries).toHaveLength(6)
  expect(entries.slice(3)).toMatchObject([
    { event: 'start', command: 'catalog image list' },
    { event: 'request', method: 'GET', status: 404 },
    { event: 'end', code: 5 },
  ])
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
