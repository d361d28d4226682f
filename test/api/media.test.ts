import { createHash, randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { newVersion } from '../../src/core/storage/keys.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const server = await startTestServer()
afterAll(() => server[Symbol.asyncDispose]())
const seed = createSeed(server)
const BYTES = Buffer.from('0123456789')
const TAG = `"${createHash('sha256').update(BYTES).digest('hex')}"`

const image = await seed.image()
const version = await seed.file(image, BYTES)
const original = `/media/images/${image}/original.jpg`
const importer = bearer(await issueToken(server, { staff: true, scopes: ['import'] }))

async function place(key: string, bytes: Uint8Array): Promise<void> {
  const chunks = (async function* () {
    yield bytes
  })()
  await using received = await server.catalog.storage.receive(chunks, bytes.byteLength)
  await received.publish(key)
}

const generation = newVersion()
await place(`derivatives/${image}/${generation}/thumbnail.jpg`, BYTES)
const thumbnail = `/media/derivatives/${image}/${generation}/thumbnail.jpg`

test.each([
  `/media/images/${image}/original.png`,
  `/media/images/${image}/original.JPG`,
  `/media/images/${image}/original.`,
  `/media/images/${image}/${version}/original.jpg`,
  `/media/images/999/original.jpg`,
  `/media/images/x/original.jpg`,
  `/media/images/${image}%2f..%2f${image}/original.jpg`,
  `/media/derivatives/${image}/${generation}/other.jpg`,
  `/media/derivatives/${image}/${generation}/thumbnail.png`,
  `/media/derivatives/${image}/${generation}/..%2f..%2f..%2f..%2fsecret.jpg`,
  `/media/derivatives/${image}/..%2f${generation}/thumbnail.jpg`,
  `/media/derivatives/${image}/${newVersion()}/thumbnail.jpg`,
  `/media/derivatives/../../catalog.sqlite`,
  `/media/..%2f..%2fcatalog.sqlite`,
  `/media/incoming/${randomUUID()}`,
  `/media/incoming/..%2f..%2fcatalog.sqlite`,
  `/media/incoming/a%00b`,
  `/media/objects`,
  `/media/`,
])('answers 404 for %s', async (path) => {
  // Not fetch, which would normalize the dots.
  const status = await new Promise((resolve) => {
    const { hostname, port } = new URL(server.baseUrl)
    get({ hostname, port, path }, (response) => resolve(response.resume().statusCode))
  })
  expect(status).toBe(404)
})

test('serves the original of a non-public image only with an importer’s token or the key of its permalink', async () => {
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  await seed.file(hidden, BYTES)
  const path = `/media/images/${hidden}/original.jpg`
  const { permalink } = await server.get(`/api/v2/images/${hidden}/`, { headers: importer })
  const otherKey = new URL(permalink).searchParams
    .get('key')!
    .replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A'))
  const reader = bearer(await issueToken(server, { userId: 77 }))
  expect((await server.fetch(path)).status).toBe(404)
  expect((await server.fetch(path, { headers: reader })).status).toBe(404)
  expect((await server.fetch(`${path}?key=${otherKey}`)).status).toBe(404)
  expect((await server.fetch(`${path}?key=`)).status).toBe(404)
  expect((await server.fetch(path, { headers: importer })).status).toBe(200)
  const keyed = await server.fetch(permalink)
  expect(await keyed.text()).toBe('0123456789')
  expect(keyed.headers.get('Cache-Control')).toMatch(/^private, /)
  await seed.file(hidden, BYTES)
  expect((await server.fetch(permalink)).status).toBe(404)
})

test('serves an original byte for byte, with nosniff and a sandbox', async () => {
  const response = await server.fetch(original)
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': '10',
    'accept-ranges': 'bytes',
    etag: TAG,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('caches an original as immutable only under the address of its version', async () => {
  const caching = async (query: string) =>
    (await server.fetch(original + query)).headers.get('Cache-Control')
  expect(await caching('')).toBe('public, max-age=300')
  expect(await caching('?v=old')).toBe('public, max-age=300')
  expect(await caching(`?v=${version}`)).toBe('public, max-age=31536000, immutable')
})

test('serves a derivative to any caller, as immutable', async () => {
  const response = await server.fetch(thumbnail)
  expect(await response.text()).toBe('0123456789')
  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  const again = await server.fetch(thumbnail, {
    headers: { 'If-None-Match': response.headers.get('ETag')! },
  })
  expect(again.status).toBe(304)
})

test.each([
  ['bytes=0-3', '0123', 'bytes 0-3/10'],
  ['bytes=7-', '789', 'bytes 7-9/10'],
  ['bytes=-2', '89', 'bytes 8-9/10'],
  ['bytes=8-500', '89', 'bytes 8-9/10'],
])('answers %s with that range', async (range, text, told) => {
  const response = await server.fetch(original, { headers: { Range: range } })
  expect(response.status).toBe(206)
  expect(response.headers.get('Content-Range')).toBe(told)
  expect(response.headers.get('Content-Length')).toBe(String(text.length))
  expect(await response.text()).toBe(text)
})

test('answers 416 with the size for a range outside the file', async () => {
  const response = await server.fetch(original, { headers: { Range: 'bytes=10-' } })
  expect(response.status).toBe(416)
  expect(response.headers.get('Content-Range')).toBe('bytes */10')
  expect(await response.text()).toBe('')
})

test.each([
  [TAG, 206],
  ['"another"', 200],
  [`W/${TAG}`, 200],
  ['Sat, 21 Nov 2026 12:00:00 GMT', 200],
])('sends a range only if If-Range matches: %s gives %i', async (held, status) => {
  const headers = { Range: 'bytes=0-3', 'If-Range': held }
  expect((await server.fetch(original, { headers })).status).toBe(status)
})

test('answers 304 if the client has the file', async () => {
  for (const held of [TAG, `"x", ${TAG}`, '*']) {
    const response = await server.fetch(original, { headers: { 'If-None-Match': held } })
    expect(response.status, held).toBe(304)
    expect(response.headers.get('ETag')).toBe(TAG)
    expect(await response.text()).toBe('')
  }
  const other = await server.fetch(original, { headers: { 'If-None-Match': '"x"' } })
  expect(other.status).toBe(200)
})

test('HEAD sends the length and no body, and ignores ranges', async () => {
  const response = await server.fetch(original, { method: 'HEAD', headers: { Range: 'bytes=0-3' } })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Length')).toBe('10')
  expect(await response.text()).toBe('')
})

test('serves an upload only while its slot is pending', async () => {
  const slot = randomUUID()
  await seed.slot({ id: slot, content_type: 'image/png' })
  const path = `/media/incoming/${slot}`
  expect((await server.fetch(path)).status).toBe(404)
  await place(`incoming/${slot}`, BYTES)
  const response = await server.fetch(path)
  expect(await response.text()).toBe('0123456789')
  expect(response.headers.get('Content-Type')).toBe('image/png')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  server.clock.advance(60)
  expect((await server.fetch(path)).status).toBe(404)
})

test('the key of a permalink expires after seven days, and with the staff status of its user', async () => {
  const hidden = await seed.image({ collection_id: await seed.collection({ public: 0 }) })
  await seed.file(hidden, BYTES)
  const token = await issueToken(server, { userId: 88, staff: true, scopes: ['import'] })
  const permalinkOf = async (headers: Record<string, string>): Promise<string> =>
    (await server.get(`/api/v2/images/${hidden}/`, { headers })).permalink
  const statusOf = async (address: string) => (await server.fetch(address)).status
  const permalink = await permalinkOf(bearer(token))
  const anotherUser = permalink.replace('key=88.', 'key=1.')
  expect(anotherUser).not.toBe(permalink)
  expect([await statusOf(permalink), await statusOf(anotherUser)]).toEqual([200, 404])
  await seed.setStaff(88, false)
  expect(await statusOf(permalink)).toBe(404)
  await seed.setStaff(88, true)
  const row = { user_id: 88, suspended_at: 1, suspended_by: null, reason: null }
  await server.catalog.write((tx) => tx.insertInto('suspension').values(row).execute())
  expect(await statusOf(permalink)).toBe(404)
  await server.catalog.write((tx) => tx.deleteFrom('suspension').execute())
  server.clock.advance(5 * 24 * 60 * 60)
  expect(await statusOf(permalink)).toBe(200)
  server.clock.advance(2 * 24 * 60 * 60)
  expect(await statusOf(permalink)).toBe(404)
})
