import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { readResponse, openImportApi } from '../../support/import-api.ts'
import { mutatedTargets } from '../../support/mutated-targets.ts'
import { listUnfinishedFiles } from '../../support/unfinished-files.ts'

const SOME_BYTES = Buffer.from('not yet looked at')

test('rejects every changed upload target', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  const other = await api.requestSlot()
  const taken: string[] = []
  const mutations = mutatedTargets(slot, other)
  expect(mutations.length).toBeGreaterThanOrEqual(60)
  for (const { name, method = 'PUT', url = slot.upload_url, headers } of mutations) {
    const status = await rawStatus(url, { method, headers: headers ?? slot.upload_headers })
    if (status < 400) taken.push(`${name}: ${status}`)
  }
  expect(taken).toEqual([])
  expect(await objectsBelow(api.server.data)).toEqual([])
})

test('rejects an upload with an access token', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  const answer = await api.server.fetch(slot.upload_url, {
    method: 'PUT',
    headers: { ...slot.upload_headers, ...api.importer },
    body: SOME_BYTES,
  })
  expect(await readResponse(answer)).toEqual([
    400,
    { detail: expect.stringContaining('without an Authorization header') },
  ])
})

test('an upload address expires after the configured time, to the microsecond', async () => {
  await using api = await openImportApi({ slotSeconds: '60' })
  const slot = await api.requestSlot()
  api.server.clock.advance(60 - 0.000001)
  expect((await api.upload(slot, SOME_BYTES)).status).toBe(200)
  api.server.clock.advance(0.000001)
  expect(await readResponse(await api.upload(slot, SOME_BYTES))).toEqual([
    403,
    { detail: 'The upload URL has expired. Request a new slot.', code: 'slot_expired' },
  ])
})

test('rejects an upload without a length', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  const options = {
    method: 'PUT',
    headers: { ...slot.upload_headers, 'Transfer-Encoding': 'chunked' },
  }
  expect(await rawStatus(slot.upload_url, options)).toBe(411)
})

test('rejects an upload over the limit before its bytes are sent', async () => {
  await using api = await openImportApi({ maxUpload: '1000' })
  const slot = await api.requestSlot()
  const headers = { ...slot.upload_headers, 'Content-Length': '1001' }
  const sending = request(slot.upload_url, { method: 'PUT', headers, agent: false })
  sending.flushHeaders()
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(413)
  sending.destroy()
  expect((await api.upload(slot, randomBytes(1000))).status).toBe(200)
})

test('stores nothing of an aborted upload', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  const headers = { ...slot.upload_headers, 'Content-Length': '100000' }
  const sending = request(slot.upload_url, { method: 'PUT', headers, agent: false })
  sending.write(randomBytes(50_000))
  await expect.poll(() => listUnfinishedFiles(api.server.data)).not.toEqual([])
  expect(await objectsBelow(api.server.data)).toEqual([])
  expect(await readResponse(await api.commit(slot))).toEqual([409, expect.anything()])
  sending.on('error', () => {})
  sending.destroy()
  await expect.poll(() => listUnfinishedFiles(api.server.data)).toEqual([])
  expect(await objectsBelow(api.server.data)).toEqual([])
})

test('returns the digest of an upload, and replaces it with a later one', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  for (const bytes of [randomBytes(300_000), randomBytes(200_000)]) {
    const answer = await api.upload(slot, bytes)
    const digest = createHash('sha256').update(bytes).digest('hex')
    expect(answer.headers.get('ETag')).toBe(`"${digest}"`)
    expect(await api.server.catalog.storage.digest(`incoming/${slot.slot_id}`)).toEqual({
      size: bytes.byteLength,
      sha256: digest,
    })
  }
})

test('rejects an upload while a commit holds the slot', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  await holdSlot(api, slot)
  expect(await readResponse(await api.upload(slot, SOME_BYTES))).toEqual([
    409,
    { detail: 'The slot of this upload is being committed.', code: 'slot_in_use' },
  ])
})

test('stores nothing of an upload whose slot is canceled meanwhile', async () => {
  await using api = await openImportApi()
  const slot = await api.requestSlot()
  const headers = { ...slot.upload_headers, 'Content-Length': '1000' }
  const sending = request(slot.upload_url, { method: 'PUT', headers, agent: false })
  sending.write(randomBytes(500))
  await expect.poll(() => listUnfinishedFiles(api.server.data)).not.toEqual([])
  await api.cancel([slot.slot_id])
  sending.end(randomBytes(500))
  const [answer] = await once(sending, 'response')
  expect(answer.statusCode).toBe(404)
  answer.resume()
  await expect.poll(() => listUnfinishedFiles(api.server.data)).toEqual([])
  expect(await objectsBelow(api.server.data)).toEqual([])
})

test('allows scripts of any origin to upload and to read the digest', async () => {
  await using api = await openImportApi({ dev: false })
  const slot = await api.requestSlot()
  const preflight = await api.server.fetch(slot.upload_url, {
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
  const answer = await api.upload(slot, SOME_BYTES)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag')
  expect(answer.headers.has('Access-Control-Allow-Credentials')).toBe(false)
  expect(answer.headers.get('Date')).toBeTruthy()
})

async function holdSlot(
  { server, seed }: Awaited<ReturnType<typeof openImportApi>>,
  slot: UploadSlot,
): Promise<void> {
  const leased_until = server.clock.now() + 60_000_000
  await seed.changeSlot(slot.slot_id, { lease: 'another process', leased_until })
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
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  return files.filter((name) => !['files-id', 'files-nonce'].includes(name))
}
