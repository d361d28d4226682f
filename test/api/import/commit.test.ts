import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  derivativeKey,
  incomingKey,
  originalKey,
  versionKey,
} from '../../../src/core/storage/keys.ts'
import { readResponse, openImportApi, type ImportApi } from '../../support/import-api.ts'
import { fourColors, plain, RED } from '../../support/pictures.ts'
import { listUnfinishedFiles } from '../../support/unfinished-files.ts'
import { readImage, readRows } from '../../support/rows.ts'
import { listVersions, readStored } from '../../support/stored-files.ts'
import { readJobs } from '../../support/queue.ts'

const jpeg = await fourColors(1200, 800).jpeg().toBuffer()
const tiny = await plain(8, 8, RED).jpeg().toBuffer()

test('stores the uploaded bytes unchanged, and makes derivatives after the commit', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(jpeg)
  expect(await readResponse(await api.commit(slot))).toEqual([201, { image_id: 1 }])
  const { storage, jobs } = api.server.catalog
  const committed = await readImage(api.server, 1)
  const original = originalKey(1, committed.file_version!, 'jpg')
  expect(await readStored(api.server.catalog, original)).toEqual(jpeg)
  expect(committed).toMatchObject({
    file_type: 'image/jpeg',
    file_size: jpeg.byteLength,
    file_sha256: createHash('sha256').update(jpeg).digest('hex'),
  })
  expect(await storage.stat(incomingKey(slot.slot_id))).toBeUndefined()

  await jobs.drain()
  const { generation, generation_of, generation_corrected } = await readImage(api.server, 1)
  expect([generation_of, generation_corrected]).toEqual([committed.file_version, 0])
  const key = derivativeKey(1, generation!, 'thumbnail')
  const thumbnail = await sharp(await readStored(api.server.catalog, key)).metadata()
  expect([thumbnail.width, thumbnail.height]).toEqual([500, 333])
  expect(await listUnfinishedFiles(api.server.data)).toEqual([])
})

test('stores every field of a commit, and the extension of the slot’s type', async () => {
  await using api = await openImportApi()
  const license_id = await api.seed.license({ name: 'CC-BY 4.0' })
  const subjects = {
    hall: await api.seed.subject({ slug: 'town-hall' }),
    mill: await api.seed.subject({ slug: 'old-mill' }),
  }
  const slot = await api.uploadToNewSlot(await plain(9, 9, RED).tiff().toBuffer(), 'image/tiff')
  await api.commit(slot, {
    title: '  Ferry landing ',
    original_date: 'spring 1931?',
    edtf_date: '1931-21?',
    source_url: 'https://archive.example/items/7?view=full',
    description: 'Two boats.',
    creator: 'Åse Ødegård',
    reference_id: 'F-7',
    archive_position: '-33.5, 151, 360',
    license_name: 'cc-BY 4.0',
    rotation: '270',
    mirror: 'v',
    subjects: ['old-mill', 'town-hall', 'old-mill'],
  })
  const image = await readImage(api.server, 1)
  expect(image).toMatchObject({
    collection_id: api.collection,
    title: 'Ferry landing',
    original_date: 'spring 1931?',
    edtf_date: '1931-21?',
    original_url: 'https://archive.example/items/7?view=full',
    description: 'Two boats.',
    creator: 'Åse Ødegård',
    creator_folded: 'åse ødegård',
    reference_id: 'F-7',
    archive_position: '-33.5, 151, 0',
    license_id,
    rotation: 270,
    mirror: 'v',
    created_by: 1001,
    created_at: api.server.clock.now(),
    file_type: 'image/tiff',
  })
  expect(image.fuzzy_from).toBeLessThan(image.strict_from!)
  const { storage } = api.server.catalog
  expect(await storage.stat(originalKey(1, image.file_version!, 'tif'))).toBeDefined()
  const tags = await readRows(api.server, 'image_subject')
  expect(tags).toHaveLength(2)
  expect(tags).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ subject_id: subjects.mill, position: 1, tagged_by: 1001 }),
      expect.objectContaining({ subject_id: subjects.hall, position: 2, tagged_by: 1001 }),
    ]),
  )
})

test('shows imports into a non-public collection to importers only', async () => {
  await using api = await openImportApi()
  await api.seed.setPublic('collection', api.collection, false)
  const slot = await api.uploadToNewSlot(tiny)
  expect((await api.server.fetch(slot.cdn_url)).status).toBe(200)
  expect(await readResponse(await api.commit(slot, { reference_id: 'A-1' }))).toEqual([
    201,
    { image_id: 1 },
  ])
  expect((await api.server.fetch(slot.cdn_url)).status).toBe(404)
  expect((await api.server.fetch('/api/v2/images/1/')).status).toBe(404)
  const seen = await api.server.get('/api/v2/images/1/', { headers: api.importer })
  expect(seen).toMatchObject({
    reference_id: 'A-1',
    sha256: createHash('sha256').update(tiny).digest('hex'),
    created_at: expect.stringMatching(/^2026-03-01T/),
  })
  expect((await api.server.fetch(seen.permalink)).status).toBe(200)
  expect((await api.server.fetch(seen.permalink.replace(/&key=.*/, ''))).status).toBe(404)
})

test('keeps the image if its file turns out to be damaged, and fails the job', async () => {
  await using api = await openImportApi()
  const cut = jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])) + 14)
  const slot = await api.uploadToNewSlot(cut)
  expect(await readResponse(await api.commit(slot))).toEqual([201, { image_id: 1 }])
  await api.server.catalog.jobs.drain()
  const shown = await api.server.get('/api/v2/images/1/')
  expect(shown.thumbnail).toBeNull()
  expect(Buffer.from(await (await api.server.fetch(shown.permalink)).arrayBuffer())).toEqual(cut)
  expect(await readJobs(api.server)).toMatchObject([
    { state: 'failed', last_error: expect.stringContaining('damaged') },
  ])
})

test('treats blank and null optional fields as absent', async () => {
  await using api = await openImportApi()
  const blank = ['source_url', 'description', 'creator', 'reference_id', 'license_name']
  for (const empty of ['', null]) {
    const optional = Object.fromEntries(blank.map((field) => [field, empty]))
    const rest = { rotation: empty, mirror: empty, subjects: null }
    const slot = await api.uploadToNewSlot(tiny)
    const answer = await api.commit(slot, { ...optional, ...rest })
    const [status, body] = await readResponse(answer)
    expect(status).toBe(201)
    expect(await readImage(api.server, (body as { image_id: number }).image_id)).toMatchObject({
      original_url: null,
      description: null,
      creator: null,
      reference_id: null,
      license_id: null,
      rotation: 0,
      mirror: 'none',
    })
  }
})

test('makes exactly one image of several concurrent commits of a slot', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  const answers = await Promise.all(Array.from({ length: 100 }, () => api.commit(slot)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(201), count(404)]).toEqual([1, 99])
  expect(await readRows(api.server, 'image')).toHaveLength(1)
  expect((await api.commit(slot)).status).toBe(404)
})

test('makes one image of each of several slots committed concurrently', async () => {
  await using api = await openImportApi()
  const pictures = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      plain(8 + index, 8, RED)
        .png()
        .toBuffer(),
    ),
  )
  const slots = await Promise.all(pictures.map((bytes) => api.uploadToNewSlot(bytes, 'image/png')))
  const answers = await Promise.all(
    slots.map((slot, index) => api.commit(slot, { reference_id: String(index) })),
  )
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
  const images = await readRows(api.server, 'image')
  const digests = pictures.map((bytes) => createHash('sha256').update(bytes).digest('hex'))
  expect(images).toHaveLength(20)
  for (const image of images) {
    expect(image.file_sha256).toBe(digests[Number(image.reference_id)])
  }
})

test('a commit after one that crashed makes the image and leaves no second file', async () => {
  await using api = await openImportApi()
  const slot = await api.uploadToNewSlot(tiny)
  await leaveCrashedCommit(api, slot.slot_id)
  expect((await api.commit(slot)).status).toBe(404)
  api.server.clock.advance(120)
  expect(await readResponse(await api.commit(slot))).toEqual([201, { image_id: 1 }])
  const { file_version } = await readImage(api.server, 1)
  expect(await listVersions(api.server.catalog, 1)).toEqual([file_version])
})

/** Leaves the state of a process that was killed between publishing the file and its transaction. */
async function leaveCrashedCommit({ server, seed }: ImportApi, slotId: string): Promise<void> {
  const { catalog, clock } = server
  await seed.changeSlot(slotId, {
    image_id: await seed.imageId(),
    pending_key: versionKey(1, 'halfplaced'),
    lease: 'crashed process',
    leased_until: clock.now() + 120_000_000,
  })
  await catalog.storage.duplicate(incomingKey(slotId), originalKey(1, 'halfplaced', 'jpg'))
}
