import { existsSync } from 'node:fs'
import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createFullAlbum } from '../support/album.ts'
import { createBrowser } from '../support/browser.ts'
import { SOURCE_TEXTS } from '../support/new-source.ts'
import { runProgram, spawnServer } from '../support/program.ts'

/** Starts a server process on an empty catalog; `run` starts the CLI as a process. */
async function openClient() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-client-'))
  const data = join(folder.path, 'data')
  const env = { CATALOG_STATE_DIR: join(folder.path, 'state'), CI: '1', DISPLAY: '', BROWSER: '' }
  const server = await spawnServer(data)
  return {
    server,
    data,
    run: (argv: string[], more: NodeJS.ProcessEnv = {}) =>
      runProgram(argv, { env: { ...env, ...more } }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await folder.remove()
    },
  }
}

type Client = Awaited<ReturnType<typeof openClient>>

/** Signs in with the address that the CLI prints, in a test browser. */
async function login({ run, server }: Client, name: string) {
  const program = run(['login', server.baseUrl, '--json'])
  const browser = createBrowser(server.baseUrl)
  for await (const line of createInterface({ input: program.stderr! })) {
    const address = /http\S+\/oauth\/authorize\S+/.exec(line)?.[0]
    if (address === undefined) continue
    const signIn = await browser.open(address)
    const consent = await browser.submit(signIn, 'Sign in', { name })
    const end = await browser.submit(consent, 'Allow')
    expect((await fetch(end.address)).status).toBe(200)
    break
  }
  return await program
}

test('signs in, imports an album and signs out', async () => {
  await using client = await openClient()
  const { run, data, server } = client
  await using album = await createFullAlbum(3)
  const admin = (...words: string[]) => run(['admin', ...words, '--data', data, '--json'])
  expect((await admin('user', 'ensure-staff', 'Ada')).exitCode).toBe(0)
  expect(
    (await admin('source', 'create', ...SOURCE_TEXTS, '--name', 'Archive', '--public')).exitCode,
  ).toBe(0)
  const made = await admin('collection', 'create', '--source', 'archive', '--name', 'Album')
  const collection = String(JSON.parse(String(made.stdout)).id)

  const signedIn = await login(client, 'Ada')
  expect(signedIn.exitCode, String(signedIn.stderr)).toBe(0)
  expect(JSON.parse(String(signedIn.stdout))).toMatchObject({ username: 'Ada', can_import: true })

  const imported = await run(['import', album.manifest, '--collection', collection, '--json'])
  expect(imported.exitCode, String(imported.stderr)).toBe(0)
  const { summary } = JSON.parse(String(imported.stdout))
  const none = {
    imported_before: 0,
    exists: 0,
    failed: 0,
    undecided: 0,
    unfinished: 0,
    not_started: 0,
    damaged: 0,
  }
  expect(summary).toEqual({ rows: 3, imported: 3, ...none })

  // Three of its files are in the collection already, so the import skips them.
  await using large = await createFullAlbum(40)
  const words = ['import', large.manifest, '--collection', collection, '--json']
  const stopped = run([...words, '--concurrency', '1'])
  for await (const line of createInterface({ input: stopped.stderr! })) {
    if (line.startsWith('Importing 37 images')) stopped.kill('SIGINT')
  }
  const ended = await stopped
  expect(ended.exitCode, String(ended.stderr)).toBe(130)
  const counts = JSON.parse(String(ended.stdout)).summary
  expect(counts).toMatchObject({ rows: 40, failed: 0, undecided: 0 })
  expect(counts.not_started).toBeGreaterThan(0)

  const signedOut = await run(['logout'])
  expect(signedOut.exitCode).toBe(0)
  expect((await run(['whoami', '--url', server.baseUrl])).exitCode).toBe(4)
})

test('Ctrl-C exits a sign-in with 130 and without a stack trace', async () => {
  await using client = await openClient()
  const program = client.run(['login', client.server.baseUrl])
  for await (const line of createInterface({ input: program.stderr! })) {
    if (line.includes('/oauth/authorize')) program.kill('SIGINT')
  }
  const { exitCode, stderr } = await program
  expect(exitCode).toBe(130)
  expect(stderr).toContain('Interrupted.')
  expect(stderr).not.toContain('    at ')
})

test('exits silently if the reader closes the pipe', async () => {
  const program = runProgram(['exit-codes'])
  program.stdout!.destroy()
  expect((await program).stderr).toBe('')
})

const SPY = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) })`

/** Returns the packages that a command loads. */
async function loadedBy(argv: string[]): Promise<Set<string>> {
  const { stderr } = await runProgram(argv, {
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(SPY)}` },
  })
  const loaded = String(stderr).matchAll(/\/node_modules\/((?:@[^/]+\/)?[^/]+)\//g)
  return new Set([...loaded].map(([, name]) => name!))
}

test('the help screen loads no large packages', async () => {
  const packages = await loadedBy(['--help'])
  expect(packages).toContain('commander')
  for (const large of LARGE_PACKAGES) expect(packages).not.toContain(large)
})

test('a catalog with its files in the data directory loads no client of S3', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-client-'))
  const packages = await loadedBy(['admin', 'init', '--data', join(folder.path, 'data')])
  expect(packages).toContain('kysely')
  expect([...packages].filter((name) => /^@(aws-sdk|smithy)\//.test(name))).toEqual([])
})

const LARGE_PACKAGES = [
  '@inquirer/prompts',
  'better-sqlite3',
  'cli-progress',
  'csv-parse',
  'csv-stringify',
  'hucre',
  'koa',
  'kysely',
  'openid-client',
  'pino',
  're2js',
  'sharp',
  'string-width',
  'undici',
  'zod',
]

test.runIf(existsSync('/dev/full'))('reports a full disk behind standard output', async () => {
  const full = await open('/dev/full', 'w')
  onTestFinished(() => full.close())
  const { exitCode, stderr } = await runProgram(['exit-codes', '--json'], {
    stdout: full.createWriteStream(),
  })
  expect([exitCode, stderr]).toEqual([
    8,
    'catalog: Cannot write to standard output: ENOSPC: no space left on device, write.',
  ])
})
