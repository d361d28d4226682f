import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtempDisposable, readdir, stat } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { uploadSlot } from '../../src/core/contract/import.ts'
import { prepareCampaign } from '../support/import-campaign/campaign.ts'
import { openImportScene } from '../support/import-scene.ts'
import { oldNode } from '../support/old-node.ts'
import { plain, RED } from '../support/pictures.ts'
import { launchServer, PROGRAM, runProgram, spawnServer } from '../support/program.ts'

// With a recent Node.js the launcher runs the program in its own process.
const LAUNCHED = { skip: oldNode === undefined }

test(
  'a server exits and releases its data directory if its launcher is killed',
  LAUNCHED,
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-launcher-'))
    const data = join(folder.path, 'data')
    const server = await launchServer(oldNode, data)
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
    server.child.kill('SIGKILL')
    // The output closes with the last process that inherited it.
    await server.child
    await expect(fetch(`${server.baseUrl}/healthz`)).rejects.toThrow()
    await using again = await spawnServer(data)
    expect((await fetch(`${again.baseUrl}/healthz`)).status).toBe(200)
  },
)

test('a signal to the process group lets a running upload finish', LAUNCHED, async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-launcher-'))
  const data = join(folder.path, 'data')
  const { headers, collection } = await prepareCampaign(data, 0)
  await using server = await launchServer(oldNode, data, { detached: true })
  const asked = `${server.baseUrl}/api/v2/import/upload-url/?collection=${collection}`
  const slot = uploadSlot.parse(await (await fetch(asked, { headers })).json())
  const bytes = await plain(40, 40, RED).jpeg().toBuffer()
  const upload = request(slot.upload_url, {
    method: 'PUT',
    headers: { ...slot.upload_headers, 'Content-Length': bytes.length, Expect: '100-continue' },
  })
  upload.flushHeaders()
  await once(upload, 'continue')
  upload.write(bytes.subarray(0, 100))

  process.kill(-server.child.pid!, 'SIGTERM')
  await expect.poll(() => fetch(`${server.baseUrl}/healthz`).catch(() => 'refused')).toBe('refused')
  upload.end(bytes.subarray(100))
  const [response] = (await once(upload, 'response')) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  expect((await server.child).exitCode).toBe(0)
})

test(
  'an import stops as after Ctrl-C if its launcher is killed, and the next run imports the rest',
  LAUNCHED,
  async () => {
    await using scene = await openImportScene()
    const program = scene.run(oldNode)
    scene.proxy.onRequest = (kind, when) => {
      if (kind !== 'commit' || when !== 'before') return
      scene.proxy.onRequest = () => {}
      program.kill('SIGKILL')
    }
    const { stdout } = await program
    const made = await scene.titles()
    expect(JSON.parse(String(stdout)).summary).toMatchObject({ imported: made.length, failed: 0 })
    expect((await scene.runHere()).code).toBe(0)
    expect(await scene.titles()).toEqual(scene.all)
  },
)

test('the launcher passes on arguments, streams and the exit code', LAUNCHED, async () => {
  const ended = await runProgram(['serve', '--port', 'http'], { launcher: oldNode })
  expect(ended.exitCode).toBe(2)
  expect(ended.stderr).toContain('--port')
  expect(ended.stdout).toBe('')
})

test('a deleted working directory is an error with a sentence', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-launcher-'))
  const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$0" "$1" whoami'
  const words = ['-c', script, process.execPath, PROGRAM]
  const { exitCode, stderr } = await execa('sh', words, { cwd: folder.path, reject: false })
  expect([exitCode, stderr]).toEqual([
    1,
    'The working directory was deleted. Change to another one, and try again.',
  ])
})

/** Shows help with a cache, and returns what is in it afterwards. */
async function showHelp(cache: string, env: Record<string, string> = {}): Promise<string[]> {
  const variables = { CATALOG_CACHE_DIR: '', XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: undefined }
  await execa(process.execPath, [PROGRAM, '--help'], { env: { ...variables, ...env } })
  return await readdir(cache, { recursive: true }).catch(() => [])
}

describe.skipIf(process.getuid === undefined)('compiled code', () => {
  let folder: Awaited<ReturnType<typeof mkdtempDisposable>>
  beforeEach(async () => {
    folder = await mkdtempDisposable(join(tmpdir(), 'catalog-cache-'))
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  test('is kept in the cache of the user, which nobody else can write to', async () => {
    const found = await showHelp(folder.path)
    expect(found.filter((path) => /^catalog\/compiled\/.+\/.+/.test(path)).length).toBeGreaterThan(
      20,
    )
    const { mode } = await stat(join(folder.path, 'catalog/compiled'))
    expect(mode & 0o777).toBe(0o700)
  })

  test('is not kept where there is no cache, or if that is disabled', async () => {
    expect(await showHelp(join(folder.path, 'none'))).toEqual([])
    const disabled = await showHelp(folder.path, { NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(disabled.filter((path) => /compiled\/.+/.test(path))).toEqual([])
  })

  test('is not kept in folders that others can write to, or that belong to others', async () => {
    await mkdir(join(folder.path, 'catalog/compiled'), { recursive: true })
    await chmod(join(folder.path, 'catalog'), 0o775)
    const expected = ['catalog', 'catalog/compiled']
    expect(await showHelp(folder.path)).toEqual(expected)
    if (process.getuid?.() !== 0) return
    await chmod(join(folder.path, 'catalog'), 0o755)
    await chown(join(folder.path, 'catalog/compiled'), 1, 1)
    expect(await showHelp(folder.path)).toEqual(expected)
  })
})
