import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { answerOf, openImportDesk } from '../../support/importing.ts'
import { mutatedTargets } from '../../support/mutated-targets.ts'
import { unfinishedFiles } from '../../support/unfinished-files.ts'

const SOME_BYTES = Buffer.from('not yet looked at')

test('rejects every changed upload target', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  const other = await desk.requestSlot()
  const taken: string[] = []
  const mutations = mutatedTargets(slot, other)
  expect(mutations.length).toBeGreaterThanOrEqual(60)
  for (const { name, method = 'PUT', url = slot.upload_url, headers } of mutations) {
    const status = await rawStatus(url, { method, headers: headers ?? slot.upload_headers })
    if (status < 400) taken.push(`${name}: ${status}`)
  }
  expect(taken).toEqual([])
  expect(await objectsBelow(desk.server.data)).toEqual([])
})

test('rejects an upload with an access token', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  const answer = await desk.server.fetch(slot.upload_url, {
    method: 'PUT',
    headers: { ...slot.upload_headers, ...desk.importer },
    body: SOME_BYTES,
  })
  expect(await answerOf(answer)).toEqual([
    400,
    { detail: expect.stringContaining('without an Authorization header') },
  ])
})

test('an upload address expires after the configured time, to the microsecond', async () => {
  await using desk = await openImportDesk({ slotSeconds: '60' })
  const slot = await desk.requestSlot()
  desk.server.clock.advance(60 - 0.000001)
  expect((await desk.upload(slot, SOME_BYTES)).status).toBe(200)
  desk.server.clock.advance(0.000001)
  expect(await answerOf(await desk.upload(slot, SOME_BYTES))).toEqual([
    403,
    { detail: 'The upload URL has expired. Request a new slot.', code: 'slot_expired' },
  ])
})

test('rejects an upload without a length', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  const options = {
    method: 'PUT',
    headers: { ...slot.upload_headers, 'Transfer-Encoding': 'chunked' },
  }
  expect(await rawStatus(slot.upload_url, options)).toBe(411)
})

test('rejects an upload over the limit before its bytes are sent', async () => {
  await using desk = await openImportDesk({ maxUpload: '1000' })
  const slot = await desk.requestSlot()
  const headers = { ...slot.upload_headers, 'Content-Length': '1001' }
  const sending = request(slot.upload_url, { method: 'PUT', headers, agent: false })
  sending.flushHeaders()
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  sending.destroy()
  expect((await desk.upload(slot, randomBytes(1000))).status).toBe(200)
})

test('stores nothing of an aborted upload', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  const headers = { ...slot.upload_headers, 'Content-Length': '100000' }
  const sending = request(slot.upload_url, { method: 'PUT', headers, agent: false })
  sending.write(randomBytes(50_000))
  await until(async () => (await unfinishedFiles(desk.server.data)).length > 0)
  expect(await objectsBelow(desk.server.data)).toEqual([])
  expect(await answerOf(await desk.commit(slot))).toEqual([409, expect.anything()])
  sending.on('error', () => {})
  sending.destroy()
  await until(async () => (await unfinishedFiles(desk.server.data)).length === 0)
  expect(await objectsBelow(desk.server.data)).toEqual([])
})

test('returns the digest of an upload, and replaces it with a later one', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  for (const bytes of [randomBytes(300_000), randomBytes(200_000)]) {
    const answer = await desk.upload(slot, bytes)
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(answer.headers.get('ETag')).toBe(`"${digest}"`)
    expect(await desk.server.catalog.storage.digest(`incoming/${slot.slot_id}`)).toEqual({
      size: bytes.byteLength,
      sha256: digest,
    })
  }
})

test('rejects an upload while a commit holds the slot', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  await holdSlot(desk, slot)
  expect(await answerOf(await desk.upload(slot, SOME_BYTES))).toEqual([
    409,
    { detail: 'The slot of this upload is being committed.', code: 'slot_in_use' },
  ])
})

test('stores nothing of an upload whose slot is canceled meanwhile', async () => {
  await using desk = await openImportDesk()
  const slot = await desk.requestSlot()
  const headers = { ...slot.upload_headers, 'Content-Length': '1000' }
  const sending = request(slot.upload_url, { method: 'PUT', headers, agent: false })
  sending.write(randomBytes(500))
  await until(async () => (await unfinishedFiles(desk.server.data)).length > 0)
  await desk.cancel([slot.slot_id])
  sending.end(randomBytes(500))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(404)
  answer.resume()
  await until(async () => (await unfinishedFiles(desk.server.data)).length === 0)
  expect(await objectsBelow(desk.server.data)).toEqual([])
})

test('allows scripts of any origin to upload and to read the digest', async () => {
  await using desk = await openImportDesk({ dev: false })
  const slot = await desk.requestSlot()
  const preflight = await desk.server.fetch(slot.upload_url, {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://elsewhere.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'content-type',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(preflight.headers.get('Access-Control-Allow-Methods')).toContain('PUT')
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toContain('content-type')
  const answer = await desk.upload(slot, SOME_BYTES)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag')
  expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false)
  expect(answer.headers.get('Date')).toBeTruthy()
})

async function holdSlot(
  { server }: Awaited<ReturnType<typeof openImportDesk>>,
  slot: UploadSlot,
): Promise<void> {
  const leased_until = server.clock.now() + 60_000_000
  await server.catalog.write((tx) =>
    tx
      .updateTable('slot')
      .set({ lease: 'another process', leased_until })
      .where('id', '=', slot.slot_id)
      .execute(),
  )
}

/** Sends exactly this address, which `fetch` would normalize. */
async function rawStatus(
  url: string,
  options: { method: string; headers: Record<string, string> },
): Promise<number> {
  const { hostname, port, origin } = new URL(url)
  const path = url.slice(origin.length)
  const sending = request({ hostname, port, path, agent: false, ...options })
  sending.end(SOME_BYTES)
  const [answer] = await once(sending, 'response')
  answer.resume()
  return answer.statusCode
}

async function objectsBelow(data: string): Promise<string[]> {
  const entries = await readdir(join(data, 'objects'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve))
}
