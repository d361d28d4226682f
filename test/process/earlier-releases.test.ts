import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { schemaChanges } from '../../src/core/database/migrations/index.ts'
import { originalKey } from '../../src/core/storage/keys.ts'
import { runCli } from '../support/test-cli.ts'
import { createTestLog } from '../support/test-log.ts'
import { startTestServer } from '../support/test-server.ts'

const RELEASES = new URL('../../fixtures/releases/', import.meta.url)
const releases = (await readdir(RELEASES)).filter((name) => name.endsWith('.sqlite.gz'))

const MIGRATED = 'database migrated'

interface Change {
  type: string
  state: string
}

test.each(releases)('opens and migrates the database of release %s', async (name) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
  const data = await createData(folder.path, name)
  const { log, lines } = createTestLog()
  await using server = await startTestServer({ data }, { log })
  const migrated = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === MIGRATED)
  expect(migrated).toMatchObject({
    from: expect.stringMatching(/^\d{4}-/),
    to: Object.keys(schemaChanges).at(-1),
    copy: join(data, `before-${migrated.applied[0]}.sqlite`),
  })
  const { count } = await server.get('/api/v2/images/')
  expect(count).toBeGreaterThan(50)
  const found = await server.get('/api/v2/search/text/?q=lighthouse')
  expect(found.count).toBeGreaterThan(0)
  const { features } = await server.get('/api/v2/georeferences/')
  expect(features.length).toBeGreaterThan(30)
  for (const { id, properties } of features) {
    const { image_id, validation_count, verdict, score } = properties
    if (validation_count === 0) continue
    const { georeferences } = await server.get(`/api/v2/images/${image_id}/`)
    expect(georeferences).toContainEqual(expect.objectContaining({ id, verdict, score }))
  }
  // An image with the date XXXX was in the decade 4990.
  const decades: { decade: number | null }[] = await server.get('/api/v2/images/years/')
  expect(Math.max(...decades.map(({ decade }) => decade ?? 0))).toBeLessThan(2100)
  const { results } = await server.get('/api/v2/changes/?limit=1000')
  const changed = results.filter(
    ({ type, state }: Change) => type === 'image' && state === 'changed',
  )
  expect(changed).toHaveLength(count)
  expect(new Set(results.map(({ type }: Change) => type)).size).toBe(4)
  const events = await server.get('/api/v2/activity/')
  expect(events.length).toBeGreaterThan(10)
})

test.each(releases)('says what an admin command migrated in release %s', async (name) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
  const data = await createData(folder.path, name)
  const { code, stderr } = await runCli(['admin', 'license', 'list', '--data', data])
  expect([code, stderr]).toEqual([0, expect.stringMatching(/Migrated the database from \d{4}-/)])
  const copy = (await readdir(data)).find((file) => file.startsWith('before-'))!
  expect(stderr).toContain(`is in ${join(data, copy)}.`)
})

/** Creates a data directory with the database of a release. @returns its path */
async function createData(folder: string, name: string): Promise<string> {
  const data = join(folder, 'data')
  await mkdir(data, { mode: 0o700 })
  const database = gunzipSync(await readFile(new URL(name, RELEASES)))
  await writeFile(join(data, 'catalog.sqlite'), database, { mode: 0o600 })
  await storeFirstOriginal(data)
  return data
}

/** Without any of its files, a database is not opened. */
async function storeFirstOriginal(data: string): Promise<void> {
  using database = disposable(new Database(join(data, 'catalog.sqlite'), { readonly: true }))
  const image = database.prepare('select id, file_version from image order by id limit 1').get()
  const { id, file_version: version } = image as { id: number; file_version: string }
  const path = join(data, 'objects', originalKey(id, version, 'jpg'))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, '')
}

function disposable(database: Database.Database) {
  return Object.assign(database, { [Symbol.dispose]: () => void database.close() })
}
