import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startTestServer } from '../support/test-server.ts'

const RELEASES = new URL('../../fixtures/releases/', import.meta.url)
const releases = (await readdir(RELEASES)).filter((name) => name.endsWith('.sqlite.gz'))

test.each(releases)('opens and migrates the database of release %s', async (name) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-release-'))
  const data = join(folder.path, 'data')
  await mkdir(data, { mode: 0o700 })
  const database = gunzipSync(await readFile(new URL(name, RELEASES)))
  await writeFile(join(data, 'catalog.sqlite'), database, { mode: 0o600 })
  await using server = await startTestServer({ data })
  const { count } = await server.get('/api/v2/images/')
  expect(count).toBeGreaterThan(50)
  const found = await server.get('/api/v2/search/text/?q=lighthouse')
  expect(found.count).toBeGreaterThan(0)
  const { features } = await server.get('/api/v2/georeferences/')
  expect(features.length).toBeGreaterThan(30)
  const events = await server.get('/api/v2/activity/')
  expect(events.length).toBeGreaterThan(10)
})
