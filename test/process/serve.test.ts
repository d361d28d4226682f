import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram, spawnServer } from '../support/program.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'

async function temporaryData() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-serve-'))
  return { path: join(folder.path, 'data'), [Symbol.asyncDispose]: () => folder.remove() }
}

test('prints the version only', async () => {
  const { exitCode, stdout } = await runProgram(['--version'])
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(/^\d+\.\d+\.\d+$/)
})

test('reports all invalid settings at once, and exits with a usage error', async () => {
  const { code, stderr } = await runCli(['serve', '--port', 'http', '--log-level', 'loud'])
  expect(code).toBe(2)
  expect(stderr).toContain('--port')
  expect(stderr).toContain('--log-level')
})

test('requires the common signing key on PostgreSQL', async () => {
  await using data = await temporaryData()
  const env = { CATALOG_DATABASE_URL: 'postgres://localhost/catalog' }
  const { code, stderr } = await runCli(['serve', '--data', data.path], { env })
  expect(code).toBe(2)
  expect(stderr).toContain('CATALOG_SECRET: is required')
  expect(stderr).toContain('openssl rand')
})

test('refuses a shared directory of image files on SQLite', async () => {
  await using data = await temporaryData()
  const words = ['serve', '--data', data.path, '--files', join(data.path, 'files')]
  const { code, stderr } = await runCli(words)
  expect(code).toBe(2)
  expect(stderr).toContain('CATALOG_FILES: works only with CATALOG_DATABASE_URL')
})

test('refuses --dev on a public address', async () => {
  await using data = await temporaryData()
  const words = ['serve', '--data', data.path, '--dev', '--port', '0', '--host', '0.0.0.0']
  const { exitCode, stderr } = await runProgram(words)
  expect(exitCode).toBe(2)
  expect(stderr).toContain('only on a loopback address')
})

test('refuses development mode for a public base URL', async () => {
  await expect(startTestServer({ baseUrl: 'https://pictures.example' })).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringContaining('only on a loopback address'),
  })
})

test('says on an empty directory where the API reference is, and what to do next', async () => {
  await using data = await temporaryData()
  await using server = await spawnServer(data.path)
  server.child.kill('SIGTERM')
  const { stderr } = await server.child
  expect(stderr).toContain(`API reference: ${server.baseUrl}/api/v2/docs/\n`)
  expect(stderr).toContain(`export CATALOG_DATA=${data.path}\n  catalog admin init --staff NAME`)
  expect(stderr).toContain(`catalog basemap fetch --data ${data.path}`)
})

test('refuses a second server on its data directory or its port, and keeps serving', async () => {
  await using data = await temporaryData()
  await using server = await spawnServer(data.path)
  const second = await runProgram(['serve', '--data', data.path, '--port', '0'])
  expect(second.exitCode).toBe(9)
  expect(second.stderr).toContain('Another server is running')
  await using other = await temporaryData()
  const { port } = new URL(server.baseUrl)
  const third = await runProgram(['serve', '--data', other.path, '--port', port])
  expect(third.exitCode).toBe(2)
  expect(third.stderr).toContain('choose another port with --port')
  expect((await fetch(`${server.baseUrl}/api/v2/licenses/`)).status).toBe(200)
})

test('stops cleanly on SIGTERM and SIGINT, and starts again, also after SIGKILL', async () => {
  await using data = await temporaryData()
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
    await using server = await spawnServer(data.path)
    expect((await fetch(`${server.baseUrl}/api/v2/licenses/`)).status, signal).toBe(200)
    server.child.kill(signal)
    expect((await server.child).exitCode, signal).toBe(signal === 'SIGKILL' ? undefined : 0)
  }
  await using again = await spawnServer(data.path)
  expect((await fetch(`${again.baseUrl}/api/v2/licenses/`)).status).toBe(200)
})
