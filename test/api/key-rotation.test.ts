import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openImportApi } from '../support/import-api.ts'
import { startOsmProvider } from '../support/osm-provider.ts'
import { plain, RED } from '../support/pictures.ts'
import { runCli } from '../support/test-cli.ts'
import { onPostgres } from '../support/test-postgres.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** On PostgreSQL, the key comes from the settings. */
const testKeyFile = test.skipIf(onPostgres)

const PICTURE = await plain(8, 8, RED).jpeg().toBuffer()

/** Runs `catalog admin key rotate` beside the running server. */
async function rotate(server: TestServer, words: string[] = [], env: Record<string, string> = {}) {
  const result = await runCli(['admin', 'key', 'rotate', '--json', ...words], {
    env: { CATALOG_DATA: server.data, ...env },
    clock: server.clock,
  })
  return { code: result.code, body: JSON.parse(result.stdout) }
}

testKeyFile(
  'accepts upload targets and permalinks signed before a rotation, and signs new ones with the new key',
  async () => {
    await using api = await openImportApi()
    const { server } = api
    const hidden = await api.seed.collection({ public: 0 })
    const path = `/api/v2/import/upload-url/?collection=${hidden}&content_type=image/jpeg`
    const slot = await server.get(path, { headers: api.importer })
    const uploaded = await server.get(path, { headers: api.importer })
    expect((await api.upload(uploaded, PICTURE)).status).toBe(200)
    const { image_id } = await (await api.commit(uploaded)).json()
    const permalink = async (): Promise<string> =>
      (await server.get(`/api/v2/images/${image_id}/`, { headers: api.importer })).permalink
    const before = await permalink()

    const { code, body } = await rotate(server)
    expect([code, body]).toEqual([
      0,
      {
        state: 'rotated',
        valid_keys: 2,
        previous_valid_until: '2026-03-08T12:00:00.000000Z',
      },
    ])
    expect((await api.upload(slot, PICTURE)).status).toBe(200)
    const after = await permalink()
    expect(after).not.toBe(before)
    for (const address of [before, after]) expect((await server.fetch(address)).status).toBe(200)
    expect((await api.upload(await api.requestSlot(), PICTURE)).status).toBe(200)

    server.clock.advance(7 * 24 * 60 * 60)
    expect((await server.fetch(before)).status).toBe(404)
  },
)

testKeyFile('--now invalidates everything that older keys signed', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  expect((await rotate(api.server, ['--now'])).body).toMatchObject({
    valid_keys: 1,
    previous_valid_until: null,
  })
  expect((await api.upload(slot, PICTURE)).status).toBe(403)
  expect((await api.upload(await api.requestSlot(), PICTURE)).status).toBe(200)
})

testKeyFile(
  'accepts no signature while the key file cannot be read, and is not ready',
  async () => {
    await using api = await openImportApi()
    const { server } = api
    const slot = await api.requestSlot()
    const path = join(server.data, 'secret')
    const text = await readFile(path, 'utf8')
    await writeFile(path, 'cut')
    const ready = await server.fetch('/readyz')
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await ready.text()).toContain('cannot read its signing key')
    expect((await api.upload(slot, PICTURE)).status).toBe(503)
    for (const other of ['/healthz', '/', '/api/v2/images/'])
      expect([other, (await server.fetch(other)).status]).toEqual([other, 200])
    await writeFile(path, text)
    expect((await server.fetch('/readyz')).status).toBe(200)
    expect((await api.upload(slot, PICTURE)).status).toBe(200)
  },
)

testKeyFile('completes an OpenStreetMap sign-in that began before a rotation', async () => {
  await using provider = await startOsmProvider()
  const { url: osmUrl, clientId: osmClientId, clientSecret: osmClientSecret } = provider
  await using server = await startTestServer({ dev: false, osmUrl, osmClientId, osmClientSecret })
  const begun = await server.fetch('/login/osm/', { redirect: 'manual' })
  const back = await fetch(begun.headers.get('location')!, { redirect: 'manual' })
  await rotate(server)
  const headers = { cookie: begun.headers.getSetCookie()[0]!.split(';')[0]! }
  const done = await fetch(back.headers.get('location')!, { headers, redirect: 'manual' })
  expect(done.status).toBe(303)
})

testKeyFile('refuses to rotate a key from the settings, and says how to rotate it', async () => {
  await using server = await startTestServer()
  const secret = await readFile(join(server.data, 'secret'), 'utf8')
  const { code, body } = await rotate(server, [], { CATALOG_SECRET: 'of the administrator' })
  expect(code).not.toBe(0)
  expect(body.error.message).toContain('CATALOG_PREVIOUS_SECRET')
  expect(await readFile(join(server.data, 'secret'), 'utf8')).toBe(secret)
})

testKeyFile('logs a rotation in security.log, without any key', async () => {
  await using server = await startTestServer()
  await rotate(server)
  const log = await readFile(join(server.data, 'security.log'), 'utf8')
  expect(JSON.parse(log)).toMatchObject({ event: 'signing_key_rotated', keys: 2 })
  const secret = await readFile(join(server.data, 'secret'), 'utf8')
  for (const key of secret.split(/\s+/).filter(Boolean)) expect(log).not.toContain(key)
})
