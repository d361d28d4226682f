import { execFileSync } from 'node:child_process'
import { mkdtempDisposableSync } from 'node:fs'
import { mkdtempDisposable, open, readdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { once } from 'node:events'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { runProgram } from '../support/program.ts'

vi.setConfig({ testTimeout: 60_000 })

const folder = mkdtempDisposableSync(join(tmpdir(), 'catalog-stop-'))
afterAll(() => folder.remove())

/** Opens a named pipe for writing, which waits until the program reads it. */
async function openPipe(name: string) {
  const path = join(folder.path, name)
  execFileSync('mkfifo', [path])
  return { path, opened: () => open(path, 'w') }
}

/** Accepts connections and never responds. */
async function openSilentServer() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    connected: () => once(server, 'connection'),
    [Symbol.dispose]: () => void server.close(),
  }
}

/** Ends the program by a signal once it waits. A shell sees both ends as the same exit code. */
async function stop(program: ReturnType<typeof runProgram>, waits: Promise<unknown>) {
  await waits
  program.kill('SIGTERM')
  const { exitCode, signal, timedOut, stdout, stderr } = await program
  expect(timedOut).toBe(false)
  expect(exitCode ?? signal).toBe(exitCode === undefined ? 'SIGTERM' : 143)
  return { stdout: String(stdout), stderr: String(stderr) }
}

const env = { CATALOG_STATE_DIR: folder.path, CATALOG_TOKEN: 'token' }

describe.concurrent('SIGTERM ends', () => {
  test('a command that reads standard input', async () => {
    const program = runProgram(['date', 'parse'], { stdin: 'pipe', env })
    const read = new Promise((resolve) => program.stdin?.write('1\n'.repeat(500_000), resolve))
    expect((await stop(program, read)).stderr).toContain('Interrupted.')
  })

  test.each([
    ['a slot', (path: string) => ['slot', 'put', path, fileURLToPath(import.meta.url)]],
    ['a table', (path: string) => ['import', 'check', path, '--offline']],
  ])('a command that reads %s from a named pipe', async (name, words) => {
    const pipe = await openPipe(name)
    const writing = pipe.opened()
    await using temporary = await mkdtempDisposable(join(folder.path, 'tmp-'))
    const program = runProgram([...words(pipe.path), '--json'], {
      env: { ...env, TMPDIR: temporary.path },
    })
    const { stdout } = await stop(program, writing)
    expect(JSON.parse(stdout).error.code).toBe('interrupted')
    await (await writing).close()
    expect(await readdir(temporary.path)).toEqual([])
  })

  test.each([
    ['doctor', (url: string) => ['doctor', '--url', url]],
    ['whoami', (url: string) => ['whoami', '--url', url]],
    ['image list', (url: string) => ['image', 'list', '--url', url]],
    ['healthcheck', (url: string) => ['healthcheck', '--url', url]],
  ])('%s, which waits for a silent server', async (_, words) => {
    using server = await openSilentServer()
    const waits = server.connected()
    const program = runProgram([...words(server.url), '--json'], { env })
    const { stdout } = await stop(program, waits)
    expect(JSON.parse(stdout).error.code).toBe('interrupted')
  })
})
