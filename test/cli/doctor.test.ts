import { chmod, mkdir, mkdtempDisposable, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { recordStoppedSweep } from '../../src/core/stored-files/stopped-sweep.ts'
import { damagePages } from '../support/damaged-database.ts'
import { copyEmptyDatabase } from '../support/empty-database.ts'
import { fillDisk, mountSmallDisk } from '../support/failing-disk.ts'
import { installTestModel } from '../support/models.ts'
import { openTestCatalog } from '../support/open-catalog.ts'
import { runCli, type TestCliOptions } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'
import { issueToken } from '../support/tokens.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the test reads what the program prints
async function examine(argv: string[] = [], options: TestCliOptions = {}): Promise<any> {
  const { code, stdout } = await runCli(['doctor', '--json', ...argv], options)
  const outcomes = JSON.parse(stdout) as { check: string; state: string }[]
  const states = Object.fromEntries(outcomes.map(({ check, state }) => [check, state]))
  return { code, states, outcomes }
}

test('reports SpatiaLite that cannot be loaded, with the command to install it', async () => {
  const { code, outcomes } = await examine(['--spatialite', '/nowhere/mod_spatialite'])
  expect(code).toBe(11)
  expect(outcomes).toContainEqual({
    check: 'spatialite',
    state: 'error',
    message: expect.stringContaining('cannot be loaded'),
    hint: expect.stringMatching(/install/),
  })
})

test('checks what servers of a PostgreSQL database share', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  const env = { CATALOG_DATABASE_URL: 'postgres://127.0.0.1:1/catalog', CATALOG_FILES: folder.path }
  const argv = ['--data', join(folder.path, 'data')]
  const found = await examine(argv, { env })
  expect(found.states).toMatchObject({ database: 'error', secret: 'warning', files: 'ok' })
  const shared = await examine(argv, { env: { ...env, CATALOG_SECRET: 'the key of all servers' } })
  expect(shared.states).not.toHaveProperty('secret')
})

test('reports an instance that does not respond', async () => {
  const { code, outcomes } = await examine(['--url', 'http://127.0.0.1:1'])
  expect(code).toBe(11)
  expect(outcomes.at(-1)).toMatchObject({
    check: 'instance',
    message: 'http://127.0.0.1:1 refused the connection. Check that the server is running there.',
  })
})

test('reports a sweep of orphaned files that stopped', async () => {
  await using opened = await openTestCatalog()
  const argv = ['--server', '--data', opened.data]
  expect((await examine(argv)).states.sweep).toBe('ok')
  await recordStoppedSweep(opened.catalog, { originals: 20, allowed: 10 })
  expect((await examine(argv)).outcomes).toContainEqual({
    check: 'sweep',
    state: 'warning',
    message: expect.stringContaining('more than 10 of 20 originals'),
    hint: expect.stringContaining('catalog admin storage prune'),
  })
})

test('warns of a proxy that is not trusted', async () => {
  const env = { CATALOG_BASE_URL: 'https://archive.example.org' }
  expect((await examine([], { env })).outcomes).toContainEqual({
    check: 'proxy',
    state: 'warning',
    message: expect.stringContaining('all clients share the limits of its address'),
    hint: expect.stringContaining('CATALOG_TRUST_PROXY'),
  })
  const trusting = { ...env, CATALOG_TRUST_PROXY: '1' }
  expect((await examine([], { env: trusting })).states).not.toHaveProperty('proxy')
})

test('reports invalid settings, and tokens that other users can read', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  await writeFile(join(folder.path, 'credentials.json'), '{"version":1,"instances":{}}')
  await chmod(folder.path, 0o755)
  const env = { CATALOG_STATE_DIR: folder.path, CATALOG_PORT: 'many' }
  const { code, states } = await examine([], { env })
  expect(code).toBe(11)
  expect(states).toMatchObject({ settings: 'error', credentials: 'error' })
})

test('reports no problem for a healthy host and a valid sign-in', async () => {
  await using server = await startTestServer()
  const token = await issueToken(server, { staff: true, scopes: ['read', 'import'] })
  const env = { CATALOG_URL: server.baseUrl, CATALOG_TOKEN: token }
  const { code, states } = await examine(['--data', server.data], { env })
  expect(code).toBe(0)
  expect(states).toMatchObject({ node: 'ok', spatialite: 'ok', data: 'ok', instance: 'ok' })
  expect(states.login).toBe('ok')
})

test('reports settings with which the users of a server miss something', async () => {
  await using server = await startTestServer()
  const map = { CATALOG_BASEMAP_URL: 'http://127.0.0.1:1/{z}/{x}/{y}.png' }
  const env = { ...map, CATALOG_BASEMAP_ATTRIBUTION: 'nobody', CATALOG_HOST: '0.0.0.0' }
  const { code, outcomes } = await examine([], { env })
  expect(code).toBe(0)
  const warning = (check: string, message: string, hint: string) => ({
    check,
    state: 'warning',
    message: expect.stringContaining(message),
    hint: expect.stringContaining(hint),
  })
  for (const expected of [
    warning('base_url', 'http://0.0.0.0:8000', 'CATALOG_BASE_URL'),
    warning('sign_in', 'Nobody can sign in', 'docs/sign-in.md'),
    warning('basemap', 'http://127.0.0.1:1/0/0/0.png does not respond', 'CATALOG_BASEMAP_URL'),
  ])
    expect(outcomes).toContainEqual(expected)
  const complete = {
    ...env,
    CATALOG_BASE_URL: server.baseUrl,
    CATALOG_BASEMAP_URL: `${server.baseUrl}/healthz`,
    CATALOG_OSM_CLIENT_ID: 'client',
  }
  const { states } = await examine([], { env: complete })
  expect(states.basemap).toBe('ok')
  expect(states).not.toHaveProperty('base_url')
  expect(states).not.toHaveProperty('sign_in')
  expect((await examine([])).states.basemap).toBe('note')
})

test('reports layers of maps that cannot be shown, each with its number', async () => {
  await using server = await startTestServer()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  await copyEmptyDatabase(folder.path)
  const source = { id: 'https://iiif.example/1', type: 'ImageService3' }
  await writeFile(join(folder.path, 'sheet.json'), JSON.stringify({ target: { source } }))
  const layers = [
    { url: `${server.baseUrl}/{z}/{x}/{y}.png`, bounds: [7.5, 47.5, 7.7, 47.6] },
    { url: 'sheet.json' },
    { url: 'sheet.json', hosts: ['https://iiif.example'] },
    { url: 'missing.pmtiles' },
    { url: `${server.baseUrl}/healthz` },
  ]
  const env = {
    CATALOG_LAYER: JSON.stringify(layers.map((one) => ({ title: 'A', credit: 'Us', ...one }))),
  }
  const { outcomes } = await examine(['--data', folder.path], { env })
  const found = outcomes.filter(({ check }: { check: string }) => check === 'layers')
  expect(found.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(/^Layer 1 .*\/14\/8537\/5725\.png responds with 404\.$/v),
    expect.stringMatching(/^Layer 2 .* needs pictures of https:\/\/iiif\.example, which hosts /v),
    expect.stringMatching(/^Layer 4 .* has no file missing\.pmtiles\.$/v),
    expect.stringMatching(/^Layer 5 .*\/healthz does not allow pages of other sites to read it/v),
  ])
})

test('reports a basemap that cannot be shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  await copyEmptyDatabase(folder.path)
  await writeFile(join(folder.path, 'basemap.pmtiles'), 'PM')
  const { states, outcomes } = await examine(['--data', folder.path])
  expect(states.basemap).toBe('warning')
  const { message, hint } = outcomes.find(({ check }: { check: string }) => check === 'basemap')
  expect(message).toContain('another version than 3')
  expect(hint).toContain('catalog basemap add FILE')
})

test('decodes a picture', async () => {
  const { code, outcomes } = await examine(['--max-pixels', '63'])
  expect(code).toBe(11)
  expect(outcomes).toContainEqual(
    expect.objectContaining({
      check: 'images',
      state: 'error',
      message: expect.stringContaining('No picture can be decoded: The picture has more pixels'),
    }),
  )
})

test('reports a damaged database, with how to restore it', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  await copyEmptyDatabase(folder.path)
  await damagePages(join(folder.path, 'catalog.sqlite'))
  const { code, outcomes } = await examine(['--data', folder.path])
  expect(code).toBe(11)
  expect(outcomes).toContainEqual({
    check: 'database',
    state: 'error',
    message: expect.stringContaining('catalog.sqlite is damaged'),
    hint: expect.stringContaining('catalog admin load'),
  })
})

test('reports without a state folder, and says what image processes may read', async () => {
  const { code, outcomes, states } = await examine(['--data', '/proc/nowhere'], {
    env: { CATALOG_STATE_DIR: '/proc/nowhere' },
  })
  expect([code, states]).toMatchObject([11, { credentials: 'note', instance: 'note' }])
  expect(outcomes).toContainEqual(
    expect.objectContaining({
      check: 'images',
      message: expect.stringContaining('can read all files'),
    }),
  )
})

test('reports what keeps a server from starting', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  const make = async (name: string, change?: (data: string) => Promise<void>) => {
    const data = join(folder.path, name)
    await copyEmptyDatabase(data)
    await change?.(data)
    return ['--data', data]
  }
  const later = await make('later')
  const db = new Database(join(folder.path, 'later/catalog.sqlite'))
  db.exec(`insert into kysely_migration values ('9999-later', '2030-01-01')`)
  db.close()
  const situations: [string, string[], NodeJS.ProcessEnv?][] = [
    ['data', ['--data', '/proc/nowhere']],
    ['data', ['--data', join(folder.path, 'later/catalog.sqlite/data')]],
    ['data', await make('restored', (data) => writeFile(join(data, '.incomplete-restore'), ''))],
    ['database', later],
    ['database', await make('empty', (data) => writeFile(join(data, 'catalog.sqlite'), ''))],
    ['secret', await make('key', (data) => writeFile(join(data, 'secret'), 'short'))],
    ['settings', await make('files'), { CATALOG_FILES: folder.path }],
    ['settings', [...(await make('dev')), '--dev', '--host', '0.0.0.0']],
  ]
  const { outcomes } = await examine(later)
  expect(outcomes.find(({ check }: { check: string }) => check === 'database')?.hint).toContain(
    'catalog admin load DIR',
  )
  for (const [check, argv, env = {}] of situations) {
    const { code, states } = await examine(argv, { env })
    expect([code, states[check]], `${check} ${argv.join(' ')}`).toEqual([11, 'error'])
  }
})

test('reports an embedding model that is in use but not complete', async () => {
  await using opened = await openTestCatalog()
  const env = { CATALOG_DATA: opened.data }
  const none = await examine([], { env })
  expect(none.outcomes).toContainEqual({
    check: 'model',
    state: 'note',
    message: 'No embedding model is in use.',
    hint: expect.stringContaining('catalog model fetch siglip2-base'),
  })
  const folder = await installTestModel(opened.data, 'small')
  await runCli(['model', 'use', 'small'], { env })
  expect((await examine([], { env })).states.model).toBe('ok')
  await rm(join(folder, 'tokenizer.json'))
  const { code, outcomes } = await examine([], { env })
  expect(code).toBe(11)
  expect(outcomes).toContainEqual({
    check: 'model',
    state: 'error',
    message: 'The embedding model small is in use, but tokenizer.json is missing.',
    hint: expect.stringContaining('catalog model add small DIR'),
  })
})

test('warns before a search index exceeds its memory', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  await copyEmptyDatabase(folder.path)
  await mkdir(join(folder.path, 'search'))
  await writeFile(join(folder.path, 'search', 'text-index'), '')
  await truncate(join(folder.path, 'search', 'text-index'), 15 * 2 ** 20)
  const env = { CATALOG_SEARCH_MEMORY: String(2 ** 24) }
  const { outcomes } = await examine(['--data', folder.path], { env })
  expect(outcomes).toContainEqual({
    check: 'search',
    state: 'warning',
    message: expect.stringContaining('index of texts takes about 117% of its memory'),
    hint: expect.stringContaining('CATALOG_TEXT=pg_trgm'),
  })
})

test.each(['license list', 'license seed', 'dump DIR'])(
  'admin %s says how to restore a damaged database',
  async (command) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
    await copyEmptyDatabase(folder.path)
    await damagePages(join(folder.path, 'catalog.sqlite'))
    const words = command.replace('DIR', join(folder.path, 'dump')).split(' ')
    const { code, stderr } = await runCli(['admin', ...words, '--data', folder.path])
    expect([code, stderr]).toEqual([8, expect.stringContaining('catalog admin load')])
    expect(stderr).toContain('damaged')
    expect(stderr).not.toContain('Internal error')
  },
)

const small = mountSmallDisk(1)
small?.[Symbol.dispose]()

test.skipIf(!small)('doctor and dump report a full disk', async () => {
  using disk = mountSmallDisk(48)!
  await mkdir(disk.data)
  await copyEmptyDatabase(disk.data)
  disk.break()
  const { code, outcomes } = await examine(['--data', disk.data])
  expect(code).toBe(11)
  expect(outcomes).toContainEqual(
    expect.objectContaining({
      check: 'data',
      state: 'error',
      message: expect.stringMatching(/^Writing to .+ failed: .*ENOSPC/),
      hint: 'Free some space on its disk.',
    }),
  )
  expect(JSON.stringify(outcomes)).not.toMatch(/damaged|restore/)
  await using elsewhere = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  const data = join(elsewhere.path, 'data')
  await copyEmptyDatabase(data)
  const words = ['admin', 'dump', join(disk.data, 'dump'), '--data', data]
  const dumped = await runCli(words)
  expect([dumped.code, dumped.stderr]).toEqual([8, expect.stringContaining('ENOSPC')])
  expect(dumped.stderr).not.toContain('Internal error')
})

test.skipIf(!small)('reports a disk that is mounted read-only', async () => {
  using disk = mountSmallDisk(48)!
  await mkdir(disk.data)
  await copyEmptyDatabase(disk.data)
  disk.protect(true)
  const { code, outcomes } = await examine(['--data', disk.data])
  const { stderr } = await runCli(['serve', '--port', '0', '--data', disk.data])
  disk.protect(false)
  expect(code).toBe(11)
  expect(outcomes).toContainEqual({
    check: 'data',
    state: 'error',
    message: `${disk.data} cannot be used: its disk is read-only.`,
    hint: 'Mount it for writing.',
  })
  expect(JSON.stringify(outcomes)).not.toMatch(/damaged|restore/)
  expect(stderr).toContain('is read-only. Mount it for writing, or name another')
})

test.skipIf(!small)('reports the disk of the image files, if they have another one', async () => {
  using disk = mountSmallDisk(1)!
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  await copyEmptyDatabase(folder.path)
  await mkdir(disk.data)
  await symlink(disk.data, join(folder.path, 'objects'))
  const find = async () => {
    const { outcomes } = await examine(['--data', folder.path])
    return outcomes.find(({ check }: { check: string }) => check === 'data')
  }
  const message = expect.stringContaining(`Writing to ${join(folder.path, 'objects')} failed`)
  expect(await find()).toMatchObject({ state: 'ok' })
  fillDisk(join(disk.data, '..', 'filler'))
  const hint = 'Free some space on its disk.'
  expect(await find()).toMatchObject({ state: 'error', message, hint })
  disk.mend()
  disk.protect(true)
  expect(await find()).toMatchObject({ message, hint: 'Mount its disk for writing.' })
  disk.protect(false)
})

test('prints every hint in full on a terminal', async () => {
  const { stdout } = await runCli(['doctor', '--data', '/nowhere/at/all'], {
    tty: true,
    columns: 40,
  })
  expect(stdout).toContain(
    'note     data: /nowhere/at/all does not exist yet.\n         catalog serve',
  )
})

test('config shows each value with its origin, but no secret', async () => {
  const env = { CATALOG_SECRET: 'very secret indeed', CATALOG_PORT: '8123' }
  const { code, stdout } = await runCli(['config', '--host', '127.0.0.2', '--json'], { env })
  expect(code).toBe(0)
  expect(stdout).not.toContain('very secret')
  const rows = JSON.parse(stdout)
  expect(rows).toContainEqual(
    expect.objectContaining({ setting: 'port', value: 8123, origin: 'CATALOG_PORT' }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ setting: 'host', value: '127.0.0.2', origin: '--host' }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({ setting: 'secret', value: '(secret)', origin: 'CATALOG_SECRET' }),
  )
})

test('config reports all invalid settings at once', async () => {
  const env = { CATALOG_PORT: 'many', CATALOG_LOG_LEVEL: 'loud' }
  const { code, stderr } = await runCli(['config'], { env })
  expect(code).toBe(2)
  expect(stderr).toContain('CATALOG_PORT')
  expect(stderr).toContain('CATALOG_LOG_LEVEL')
})

test('commands on the host read the environment file, and say so', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-doctor-'))
  const file = join(folder.path, 'catalog.env')
  const data = join(folder.path, 'data')
  const lines = [`CATALOG_DATA='${data}'`, '# A comment', 'CATALOG_PORT=8124', 'AWS_REGION=eu-1']
  await writeFile(file, lines.join('\n'), { mode: 0o640 })
  const env: NodeJS.ProcessEnv = { CATALOG_ENV_FILE: file, CATALOG_PORT: '8125' }
  await runCli(['admin', 'init'], { env })
  const { stdout } = await runCli(['config', '--json'], { env })
  const rows = JSON.parse(stdout)
  const origin = `CATALOG_DATA in ${file}`
  expect(rows).toContainEqual(expect.objectContaining({ setting: 'data', value: data, origin }))
  expect(rows).toContainEqual(expect.objectContaining({ value: 8125, origin: 'CATALOG_PORT' }))
  const { outcomes } = await examine([], { env })
  expect(outcomes).toContainEqual({
    check: 'env_file',
    state: 'ok',
    message: `${file} sets AWS_REGION, CATALOG_DATA, CATALOG_PORT.`,
    hint: null,
  })
  expect(outcomes).toContainEqual(
    expect.objectContaining({
      check: 'settings',
      message: expect.stringContaining(`${origin}, CATALOG_PORT.`),
    }),
  )
  await writeFile(file, 'CATALOG_PROT=8124\nCATALOG_HOST=nowhere!')
  const wrong = await examine([], { env })
  expect(wrong.states).toMatchObject({ env_file: 'warning', settings: 'error' })
  expect(JSON.stringify(wrong.outcomes)).toContain(`CATALOG_HOST in ${file}`)
  expect(JSON.stringify(wrong.outcomes)).toContain('no settings: CATALOG_PROT')
  await writeFile(file, 'CATALOG_SECRET=readable')
  await chmod(file, 0o644)
  expect((await examine([], { env })).states.env_file).toBe('warning')
})

test('reports an environment file that cannot be read', async () => {
  const { states } = await examine([], { env: { CATALOG_ENV_FILE: '/nowhere/catalog.env' } })
  expect(states).toMatchObject({ env_file: 'note', settings: 'error' })
})
