import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram, spawnServer } from '../support/program.ts'

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
  const { exitCode, stderr } = await runProgram(['serve', '--port', 'http', '--log-level', 'loud'])
  expect(exitCode).toBe(2)
  expect(stderr).toContain('--port')
  expect(stderr).toContain('--log-level')
})

test.each([
  ['--host', '0.0.0.0'],
  ['--base-url', 'https://pictures.example'],
])('refuses --dev on a public address: %s %s', async (...open) => {
  await using data = await temporaryData()
  const words = ['serve', '--data', data.path, '--dev', '--port', '0', ...open]
  const { exitCode, stderr } = await runProgram(words)
  expect(exitCode).toBe(2)
  expect(stderr).toContain('only on a loopback address')
})

test('refuses a second server on the data directory, and the first keeps serving', async () => {
  await using data = await temporaryData()
  await using server = await spawnServer(data.path)
  const second = await runProgram(['serve', '--data', data.path, '--port', '0'])
  expect(second.exitCode).toBe(9)
  expect(second.stderr).toContain('Another server is running')
  expect((await fetch(`${server.baseUrl}/api/v2/licenses/`)).status).toBe(200)
})

test('suggests another port if the port is taken', async () => {
  await using first = await temporaryData()
  await using server = await spawnServer(first.path)
  await using other = await temporaryData()
  const { port } = new URL(server.baseUrl)
  const { exitCode, stderr } = await runProgram(['serve', '--data', other.path, '--port', port])
  expect(exitCode).toBe(2)
  expect(stderr).toContain('choose another port with --port')
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
