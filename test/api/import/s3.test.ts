import { createHash, randomBytes } from 'node:crypto'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { deleteImages } from '../../../src/core/writes/images/delete-images.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import { sweepOrphans } from '../../../src/core/jobs/sweep-orphans.ts'
import { reapSlots } from '../../../src/core/jobs/reap-slots.ts'
import { incomingKey, originalKey } from '../../../src/core/storage/keys.ts'
import { startServer } from '../../../src/server/serve.ts'
import { hostContext } from '../../support/host-context.ts'
import { readResponse } from '../../support/import-api.ts'
import { fourColors, plain, BLUE, RED } from '../../support/pictures.ts'
import { readImage } from '../../support/rows.ts'
import { openS3ImportApi, type S3ImportApi } from '../../support/s3-import.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

const jpeg = await fourColors(1200, 800).jpeg().toBuffer()
const tiny = await plain(8, 8, RED).jpeg().toBuffer()
const blue = await plain(8, 8, BLUE).png().toBuffer()

async function importImage(api: S3ImportApi, bytes: Buffer): Promise<number> {
  const [status, body] = await readResponse(await api.commit(await api.uploadToNewSlot(bytes)))
  expect(status).toBe(201)
  return (body as { image_id: number }).image_id
}

test('imports an image by an upload to the bucket, and serves it with its derivatives and tiles', async () => {
  await using api = await openS3ImportApi()
  const slot = await api.requestSlot()
  expect(slot.upload_url).toContain(`${api.stub.endpoint}/archive/catalog/incoming/${slot.slot_id}`)
  expect(slot.upload_headers).toEqual({ 'Content-Type': 'image/jpeg' })
  expect((await api.commit(slot)).status).toBe(409)
  expect((await api.upload(slot, jpeg)).status).toBe(200)
  expect(Buffer.from(await (await api.server.fetch(slot.cdn_url)).arrayBuffer())).toEqual(jpeg)
  expect(await readResponse(await api.commit(slot))).toEqual([201, { image_id: 1 }])
  await api.server.catalog.jobs.drain()

  const row = await readImage(api.server, 1)
  expect(row).toMatchObject({
    file_size: jpeg.length,
    file_sha256: createHash('sha256').update(jpeg).digest('hex'),
  })
  expect(api.keys()).toEqual([
    `catalog/derivatives/1/${row.generation}/display.jpg`,
    `catalog/derivatives/1/${row.generation}/thumbnail.jpg`,
    `catalog/${originalKey(1, row.file_version!, 'jpg')}`,
    `catalog/tiles/1/${row.tiles_generation}/tiles.bin`,
  ])
  const image = await api.server.get('/api/v2/images/1/')
  const part = await api.server.fetch(image.permalink, { headers: { Range: 'bytes=10-19' } })
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, jpeg.subarray(10, 20)])
  const thumbnail = await (await api.server.fetch(image.thumbnail)).arrayBuffer()
  expect((await sharp(Buffer.from(thumbnail)).metadata()).width).toBe(500)
  const tile = await api.server.fetch(`${image.iiif_url}0,0,512,512/512,/0/default.jpg`)
  expect(tile.status).toBe(200)
  const rendered = await api.server.fetch(`${image.iiif_url}full/90,/0/default.png`)
  expect((await sharp(Buffer.from(await rendered.arrayBuffer())).metadata()).width).toBe(90)
})

test('reads a new original once for its check, its digest, its derivatives and its tiles', async () => {
  await using api = await openS3ImportApi()
  await importImage(api, jpeg)
  await api.server.catalog.jobs.drain()
  const reads = api.stub.operations.filter((name) => name.startsWith('GetObject catalog/images/'))
  expect(reads).toHaveLength(1)
})

test('rejects an upload above the limit, or of another type, and keeps the slot', async () => {
  await using api = await openS3ImportApi({ maxUpload: '2000' })
  const slot = await api.uploadToNewSlot(randomBytes(2001))
  expect(await readResponse(await api.commit(slot))).toEqual([
    400,
    { slot_id: ['The file has 2001 bytes. The limit of this service is 2000 bytes.'] },
  ])
  await api.upload(slot, blue)
  expect((await api.commit(slot)).status).toBe(400)
  expect(api.keys()).toEqual([`catalog/${incomingKey(slot.slot_id)}`])
  await api.upload(slot, tiny)
  expect((await api.commit(slot)).status).toBe(201)
})

test('rejects a file above the limit that was uploaded after the commit had begun', async () => {
  await using api = await openS3ImportApi({ maxUpload: '2000' })
  const slot = await api.uploadToNewSlot(tiny)
  const key = `catalog/${incomingKey(slot.slot_id)}`
  const headers = { contentType: 'image/jpeg', cacheControl: undefined }
  api.stub.after('HeadObject', () => {
    if (api.keys().length === 1) api.stub.contents.put(key, jpeg, headers)
  })
  expect(await readResponse(await api.commit(slot))).toEqual([
    400,
    { slot_id: [`The file has ${jpeg.length} bytes. The limit of this service is 2000 bytes.`] },
  ])
  expect(api.keys()).toEqual([key])
})

test('an upload after the commit changes nothing, and is swept after the slot expired', async () => {
  await using api = await openS3ImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  expect((await api.commit(slot)).status).toBe(201)
  await api.server.catalog.jobs.drain()
  const before = api.keys()
  expect(before).not.toContain(`catalog/${incomingKey(slot.slot_id)}`)

  expect((await api.upload(slot, jpeg)).status).toBe(200)
  const { permalink } = await api.server.get('/api/v2/images/1/')
  expect(Buffer.from(await (await api.server.fetch(permalink)).arrayBuffer())).toEqual(tiny)
  expect((await api.server.fetch(slot.cdn_url)).status).toBe(404)
  api.server.clock.advance(15 * 60 + 1)
  expect((await api.upload(slot, jpeg)).status).toBe(403)
  api.server.clock.advance(HOUR)
  await reapSlots(api.server.catalog)
  expect(api.keys()).toEqual(before)
})

test('deletes the uploads of canceled and of expired slots', async () => {
  await using api = await openS3ImportApi()
  const canceled = await api.uploadToNewSlot(tiny)
  await api.uploadToNewSlot(tiny)
  expect(await readResponse(await api.cancel([canceled.slot_id]))).toEqual([200, { deleted: 1 }])
  expect(api.keys()).toHaveLength(1)
  expect((await api.upload(canceled, tiny)).status).toBe(200)
  api.server.clock.advance(15 * 60 + HOUR + 1)
  expect(await reapSlots(api.server.catalog)).toBe(2)
  expect(api.keys()).toEqual([])
})

test('replaces a file, and moves the former one to the trash a day later', async () => {
  await using api = await openS3ImportApi()
  const id = await importImage(api, tiny)
  await api.server.catalog.jobs.drain()
  const { file_version: former } = await readImage(api.server, id)
  const slot = await api.uploadToNewSlot(blue, 'image/png')
  expect((await api.replace(id, slot)).status).toBe(200)
  await api.server.catalog.jobs.drain()
  expect(api.keys()).toContain(`catalog/${originalKey(id, former!, 'jpg')}`)
  api.server.clock.advance(DAY + 1)
  await api.server.catalog.jobs.drain()
  const row = await readImage(api.server, id)
  expect(api.keys()).toEqual([
    `catalog/derivatives/1/${row.generation}/display.jpg`,
    `catalog/derivatives/1/${row.generation}/thumbnail.jpg`,
    `catalog/${originalKey(id, row.file_version!, 'png')}`,
    `catalog/tiles/1/${row.tiles_generation}/tiles.bin`,
    expect.stringMatching(`^catalog/trash/.*Z-replaced/${originalKey(id, former!, 'jpg')}$`),
  ])
})

test('moves the original of a deleted image to the trash, and deletes its other objects', async () => {
  await using api = await openS3ImportApi()
  const id = await importImage(api, tiny)
  const { catalog, clock } = api.server
  await catalog.jobs.drain()
  await catalog.write((tx) => deleteImages(tx, [id], hostContext(clock)))
  await catalog.jobs.drain()
  expect(api.keys()).toEqual([
    expect.stringMatching(/^catalog\/trash\/.*Z-deleted\/images\/1\/\w+\/original\.jpg$/),
  ])
})

test('moves orphaned originals to the trash after a day, deletes other objects, and keeps those in use', async () => {
  await using api = await openS3ImportApi()
  await importImage(api, tiny)
  const { catalog, clock } = api.server
  await catalog.jobs.drain()
  const named = api.keys()
  const headers = { contentType: 'image/jpeg', cacheControl: undefined }
  for (const key of ['images/1/leftoverleftover/original.jpg', 'incoming/unknown']) {
    api.stub.contents.put(`catalog/${key}`, tiny, headers)
  }
  for (const object of api.stub.contents.objects.values()) {
    object.modifiedAt = new Date(clock.now() / 1000)
  }
  const { signal } = new AbortController()
  const countListings = () => api.stub.operations.filter((name) => name === 'ListObjectsV2').length
  const before = countListings()
  expect(await sweepOrphans(catalog, signal)).toBe(0)
  expect(countListings() - before).toBe(0)
  clock.advance(DAY + 1)
  expect(await sweepOrphans(catalog, signal)).toBe(2)
  expect(countListings() - before).toBe(6)
  expect(api.keys()).toEqual([
    ...named,
    expect.stringMatching(
      /^catalog\/trash\/[^/]+Z-orphaned\/images\/1\/leftoverleftover\/original\.jpg$/,
    ),
  ])
})

test('responds with 503 while the bucket fails, keeps the slot, and imports afterwards', async () => {
  await using api = await openS3ImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  api.stub.fail('CopyObject', { status: 403, code: 'AccessDenied' })
  const refused = await api.commit(slot)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('10')
  expect(await refused.text()).toContain('CopyObject: AccessDenied')
  expect((await api.commit(slot)).status).toBe(201)
  api.stub.fail('PutObject', { status: 403, code: 'AccessDenied' })
  await api.server.catalog.jobs.drain()
  const { permalink } = await api.server.get('/api/v2/images/1/')
  api.stub.fail('GetObject', { status: 403, code: 'AccessDenied' })
  expect((await api.server.fetch(permalink)).status).toBe(503)
})

test('links lead to the CDN, where the function of the documentation finds the objects', async () => {
  await using api = await openS3ImportApi({ cdnUrl: 'https://cdn.example.org' })
  await importImage(api, tiny)
  await api.server.catalog.jobs.drain()
  const { permalink, thumbnail } = await api.server.get('/api/v2/images/1/')
  const page = await readFile(new URL('../../../docs/storage.md', import.meta.url), 'utf8')
  const handler = runInNewContext(`(${/^function handler[^]*?^}$/m.exec(page)![0]})`)
  const keyOf = (link: string): string => {
    const { origin, pathname: uri, searchParams } = new URL(link)
    expect(origin).toBe('https://cdn.example.org')
    const querystring = Object.fromEntries(
      [...searchParams].map(([name, value]) => [name, { value }]),
    )
    return `catalog${handler({ request: { uri, querystring } }).uri}`
  }
  const { objects } = api.stub.contents
  expect(objects.get(keyOf(permalink))?.body).toEqual(tiny)
  expect(objects.get(keyOf(thumbnail))?.contentType).toBe('image/jpeg')
  expect(objects.get(keyOf(`${permalink}&key=x`))).toBeUndefined()
})

test('makes one image of one file if a commit copies for so long that another one takes over', async () => {
  await using api = await openS3ImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  let takeover: Promise<Response> | undefined
  api.stub.after('CopyObject', async () => {
    if (takeover) return
    api.server.clock.advance(120)
    takeover = api.commit(slot)
    await takeover
  })
  expect((await api.commit(slot)).ok).toBe(false)
  expect(await readResponse(await takeover!)).toEqual([201, { image_id: 1 }])
  expect((await api.commit(slot)).status).toBe(404)
  const { file_version } = await readImage(api.server, 1)
  // Its thumbnail may be there already.
  const originals = api.keys().filter((key) => key.startsWith('catalog/images/'))
  expect(originals).toEqual([`catalog/${originalKey(1, file_version!, 'jpg')}`])
})

test('is not ready while the bucket cannot be reached', async () => {
  await using api = await openS3ImportApi()
  expect((await api.server.fetch('/readyz')).status).toBe(200)
  // Jobs of the start list objects, too.
  api.stub.fail('ListObjectsV2', { status: 403, code: 'AccessDenied' }, Infinity)
  const response = await api.server.fetch('/readyz')
  expect([response.status, await response.text()]).toEqual([
    503,
    expect.stringContaining('ListObjectsV2: AccessDenied'),
  ])
})

test('refuses to start with a limit of uploads that S3 does not have', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-test-'))
  const maxUpload = String(6 * 1024 ** 3)
  const flags = { data: folder.path, port: '0', storageUrl: 's3://archive', maxUpload }
  const { config, secrets } = loadConfig({ flags })
  await expect(startServer(config, secrets)).rejects.toThrow('--max-upload: should be at most')
})
