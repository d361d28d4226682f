import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { UploadSlot } from '../../../src/core/contract/import.ts'
import { jobHandlers } from '../../../src/core/jobs/handlers.ts'
import { startJobs } from '../../../src/core/jobs/runner.ts'
import { silentLog } from '../../../src/core/base/log.ts'
import { readResponse, openImportApi, type ImportApi } from '../../support/import-api.ts'
import { fourColors, plain, BLUE, RED } from '../../support/pictures.ts'
import { readImage, readRows } from '../../support/rows.ts'
import { listVersions } from '../../support/stored-files.ts'

const DAY = 24 * 60 * 60
const NO_SLOT = 'Import slot not found or does not belong to you.'

const red = await plain(40, 20, RED).jpeg().toBuffer()
const blue = await plain(20, 40, BLUE).jpeg().toBuffer()
const colors = await fourColors(60, 40).png().toBuffer()

test('serves a replaced file at once, and keeps all metadata but rotation and mirror', async () => {
  await using api = await openImportApi()
  const image = await importWithAllMetadata(api)
  // New derivatives would change the addresses that are compared.
  await api.server.catalog.jobs[Symbol.asyncDispose]()
  const before = await detail(api, image)
  const events = await api.server.get('/api/v2/activity/')
  expect(before).toMatchObject({ rotation: 90, mirror: 'h', sha256: digest(red) })

  api.server.clock.advance(60)
  const slot = await api.uploadToNewSlot(colors, 'image/png')
  expect(await readResponse(await api.replace(image, slot))).toEqual([200, { image_id: image }])

  const after = await detail(api, image)
  const { permalink, thumbnail } = after
  const changed = {
    rotation: 0,
    mirror: 'none',
    sha256: digest(colors),
    processing: 'pending',
  }
  expect(after).toEqual({ ...before, ...changed, permalink, thumbnail })
  expect(after.permalink).toContain('/original.png?v=')
  const served = await api.server.fetch(after.permalink)
  expect(served.headers.get('Content-Type')).toBe('image/png')
  expect(Buffer.from(await served.arrayBuffer())).toEqual(colors)
  expect(await idsWithDigest(api, digest(colors))).toEqual([image])
  expect(await idsWithDigest(api, digest(red))).toEqual([])
  expect(await api.server.get('/api/v2/activity/')).toEqual(events)
  expect((await api.server.fetch(slot.cdn_url)).status).toBe(404)
})

test('the old permalink serves the new file with a short lifetime, or 404 if its type changed', async () => {
  await using api = await openImportApi()
  const image = await importImage(api, red)
  const { permalink: old } = await detail(api, image)
  expect((await api.server.fetch(old)).headers.get('Cache-Control')).toContain('immutable')
  await api.replace(image, await api.uploadToNewSlot(blue))
  const same = await api.server.fetch(old)
  expect(same.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(same.headers.get('ETag')).toBe(`"${digest(blue)}"`)
  await api.replace(image, await api.uploadToNewSlot(colors, 'image/png'))
  expect((await api.server.fetch(old)).status).toBe(404)
})

test('serves old derivatives until new ones are ready, and their addresses for a day after that', async () => {
  await using api = await openImportApi()
  const image = await importImage(api, red, { rotation: 90 })
  await api.server.catalog.jobs.drain()
  const before = await detail(api, image)
  expect(before.permalink).toContain('/corrected.jpg')
  const { catalog } = api.server
  await catalog.jobs[Symbol.asyncDispose]()
  await api.replace(image, await api.uploadToNewSlot(blue))
  const between = await detail(api, image)
  expect(between.thumbnail).toBe(before.thumbnail)
  expect(before.iiif_url).toContain(`/iiif/3/${image}-`)
  expect(between.iiif_url).toBe(before.iiif_url)
  expect(between.permalink).toContain('/original.jpg?v=')
  expect((await api.server.fetch(before.thumbnail)).status).toBe(200)

  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
  const after = await detail(api, image)
  expect(after.thumbnail).not.toBe(before.thumbnail)
  expect(after.iiif_url).toContain(`/iiif/3/${image}-`)
  expect(after.iiif_url).not.toBe(before.iiif_url)
  expect((await api.server.fetch(after.thumbnail)).status).toBe(200)
  expect((await api.server.fetch(before.thumbnail)).status).toBe(200)

  api.server.clock.advance(DAY)
  await jobs.drain()
  expect((await api.server.fetch(before.thumbnail)).status).toBe(404)
  expect(await listVersions(api.server.catalog, image)).toEqual([await versionOf(api, image)])
})

test('discards derivatives of a file that is replaced while they are made', async () => {
  await using api = await openImportApi()
  const image = await importImage(api, red)
  const derived = api.server.catalog.jobs.drain()
  await api.replace(image, await api.uploadToNewSlot(blue))
  await derived
  await api.server.catalog.jobs.drain()
  const row = await readImage(api.server, image)
  expect(row.generation_of).toBe(row.file_version)
  expect(row.file_sha256).toBe(digest(blue))
})

test('keeps the last of several replacements, and deletes the superseded files a day later', async () => {
  await using api = await openImportApi()
  const image = await importImage(api, red)
  for (const bytes of [blue, red, blue]) {
    expect((await api.replace(image, await api.uploadToNewSlot(bytes))).status).toBe(200)
  }
  expect((await readImage(api.server, image)).file_sha256).toBe(digest(blue))
  expect(await listVersions(api.server.catalog, image)).toHaveLength(4)
  api.server.clock.advance(DAY)
  await api.server.catalog.jobs.drain()
  expect(await listVersions(api.server.catalog, image)).toEqual([await versionOf(api, image)])
})

test('accepts concurrent replacements, and the image has the complete file of one of them', async () => {
  await using api = await openImportApi()
  const image = await importImage(api, red)
  const pictures = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      plain(10 + index, 9, BLUE)
        .jpeg()
        .toBuffer(),
    ),
  )
  const slots = await Promise.all(pictures.map((bytes) => api.uploadToNewSlot(bytes)))
  const answers = await Promise.all(slots.map((slot) => api.replace(image, slot)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const { permalink, sha256 } = await detail(api, image)
  const bytes = Buffer.from(await (await api.server.fetch(permalink)).arrayBuffer())
  expect(digest(bytes)).toBe(sha256)
  expect(pictures.map(digest)).toContain(sha256)
  api.server.clock.advance(DAY)
  await api.server.catalog.jobs.drain()
  expect(await listVersions(api.server.catalog, image)).toEqual([await versionOf(api, image)])
})

test('uses a slot once, for a commit or a replacement', async () => {
  await using api = await openImportApi()
  const [one, two] = [await importImage(api, red), await importImage(api, red)]
  const slot = await api.uploadToNewSlot(blue)
  const answers = await Promise.all([
    api.commit(slot),
    ...Array.from({ length: 10 }, () => api.replace(one, slot)),
    ...Array.from({ length: 10 }, () => api.replace(two, slot)),
  ])
  const [won, lost] = [(status: number) => status < 300, (status: number) => status === 404]
  expect(answers.filter(({ status }) => won(status))).toHaveLength(1)
  expect(answers.filter(({ status }) => lost(status))).toHaveLength(20)
  const files = await readRows(api.server, 'image')
  expect(files.filter((row) => row.file_sha256 === digest(blue))).toHaveLength(1)
})

test('replaces files of duplicates, of non-public images and of images without a file', async () => {
  await using api = await openImportApi()
  const original = await importImage(api, red)
  const duplicate = await importImage(api, red)
  await api.seed.change(duplicate, { duplicate_of: original })
  const bare = await api.seed.image({ collection_id: api.collection })
  for (const image of [duplicate, bare]) {
    expect((await api.replace(image, await api.uploadToNewSlot(blue))).status).toBe(200)
    expect(await detail(api, image)).toMatchObject({ sha256: digest(blue) })
  }
  await api.seed.setPublic('collection', api.collection, false)
  expect((await api.replace(original, await api.uploadToNewSlot(blue))).status).toBe(200)
  const { permalink } = await detail(api, original)
  expect((await api.server.fetch(permalink)).status).toBe(200)
  expect((await api.server.fetch(permalink.replace(/&key=.*/, ''))).status).toBe(404)
})

test('repeats the first response to a replacement with the same key', async () => {
  await using api = await openImportApi()
  const [image, another] = [await importImage(api, red), await importImage(api, red)]
  const slot = await api.uploadToNewSlot(blue)
  const replace = (id: number, key = 'k', { slot_id }: UploadSlot = slot) =>
    api.replace(id, { slot_id }, { ...api.importer, 'Idempotency-Key': key })
  const first = await replace(image)
  expect([first.status, first.headers.get('Idempotency-Replayed')]).toEqual([200, null])
  await api.replace(image, await api.uploadToNewSlot(red))
  api.server.clock.advance(60 * 60)
  const again = await replace(image)
  expect(again.headers.get('Idempotency-Replayed')).toBe('true')
  expect(await readResponse(again)).toEqual([200, { image_id: image }])
  expect(await detail(api, image)).toMatchObject({ sha256: digest(red) })
  expect(await readResponse(await replace(another))).toEqual([
    422,
    { error: expect.any(String), code: 'key_reused' },
  ])
  expect(await readResponse(await replace(image, 'k2'))).toEqual([
    404,
    { error: NO_SLOT, code: 'slot_consumed', image_id: image },
  ])
})

async function importImage(api: ImportApi, bytes: Buffer, fields?: object): Promise<number> {
  const answer = await api.commit(await api.uploadToNewSlot(bytes), fields)
  return ((await answer.json()) as { image_id: number }).image_id
}

/** Imports an image with every kind of metadata. */
async function importWithAllMetadata(api: ImportApi): Promise<number> {
  const { seed } = api
  await seed.license({ name: 'cc0' })
  await seed.subject({ slug: 'town-hall' })
  const image = await importImage(api, red, {
    description: 'Looking east.',
    creator: 'A. Painter',
    reference_id: 'A-17',
    license_name: 'cc0',
    rotation: 90,
    mirror: 'h',
    subjects: ['town-hall'],
  })
  const point = await seed.point(image, { direction: 3 })
  await seed.validation({ image, point }, { notes: 'Yes.' })
  await seed.comment(image)
  await api.server.catalog.jobs.drain()
  return image
}

function detail(api: ImportApi, image: number) {
  return api.server.get(`/api/v2/images/${image}/`, { headers: api.importer })
}

/** Returns the ids of the images with this file. */
async function idsWithDigest({ server, importer }: ImportApi, sha256: string): Promise<number[]> {
  const page = await server.get(`/api/v2/images/?sha256=${sha256}`, { headers: importer })
  return page.results.map(({ id }: { id: number }) => id)
}

async function versionOf(api: ImportApi, id: number): Promise<string | null> {
  return (await readImage(api.server, id)).file_version
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
