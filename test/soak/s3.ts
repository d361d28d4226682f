/**
 * Imports over Ceph's S3 server: forged uploads, many commits at once, many commits of each slot, replacements, uploads
 * after the commit, objects in parts, and a copy of everything to a directory. In the end, the bucket holds exactly
 * the objects that rows name.
 */

import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exit } from 'node:process'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { formatTimestamp } from '../../src/core/base/clock.ts'
import { takeTemporaryLock } from '../../src/core/database/locks.ts'
import { reapSlots } from '../../src/core/jobs/reap-slots.ts'
import { openOtherStorage } from '../../src/core/storage/open-storage.ts'
import { openS3 } from '../../src/core/storage/s3/open-s3.ts'
import { copyStorage } from '../../src/core/stored-files/copy-storage.ts'
import { verifyStorage } from '../../src/core/stored-files/verify-storage.ts'
import type { UploadSlot } from '../../src/core/contract/import.ts'
import { openImportApi } from '../support/import-api.ts'
import { plain } from '../support/pictures.ts'
import { radosGatewayIsMissing, startRadosGateway } from '../support/rados-gateway.ts'
import { endCampaign, sizeOf } from '../support/soak.ts'
import { compareStore } from '../support/stored-files.ts'
import { createTestClock } from '../support/test-clock.ts'

const SLOTS = sizeOf('SLOTS', 1000)
const RACED_SLOTS = sizeOf('RACED_SLOTS', 10)
const RACERS = sizeOf('RACERS', 100)
const REPLACES = sizeOf('REPLACES', 50)
const HOUR = 60 * 60
const MEGABYTE = 1024 ** 2

if (radosGatewayIsMissing()) exit(0)

await using gateway = await startRadosGateway()
const settings = {
  storageUrl: 's3://archive/catalog',
  storageEndpoint: gateway.endpoint,
  storageRegion: 'us-east-1',
  storagePathStyle: true,
}
await gateway.createBucket('archive')
const clock = createTestClock(formatTimestamp(Date.now() * 1000))
await using api = await openImportApi(settings, { clock })
const { catalog } = api.server
let failures = 0
let pictures = 0

await refuseForgedUploads()
await storeInParts()
const rate = await commitDistinctSlots()
await raceForSlots()
await replaceOneImage()
await catalog.jobs.drain()
await verifyBytes()
await copyToDirectory()
await deleteLeftovers()
endCampaign({
  size: `${SLOTS} slots, ${RACERS} racers, ${REPLACES} replaces`,
  failures,
  figures: { pictures, 'commits/s': Math.round(rate) },
})

async function refuseForgedUploads(): Promise<void> {
  const slot = await api.requestSlot()
  const bytes = new Uint8Array(await nextPicture())
  const put = async (url: string, headers: Record<string, string>): Promise<number> => {
    return (await fetch(url, { method: 'PUT', headers, body: bytes })).status
  }
  const { upload_url: url, upload_headers: headers } = slot
  expectEqual('another type', await put(url, { 'Content-Type': 'image/png' }), 403)
  expectEqual('no type', await put(url, {}), 403)
  expectEqual('another key', await put(url.replace('/incoming/', '/images/'), headers), 403)
  expectEqual('no signature', await put(url.replace(/\?.*/, ''), headers), 403)
  expectEqual('anonymous read', (await fetch(url.replace(/\?.*/, ''))).status, 403)
  expectEqual('the right upload', await put(url, headers), 200)
  await api.cancel([slot.slot_id])
}

/** S3 demands parts of at least 5 MB. */
async function storeInParts(): Promise<void> {
  const sizes = { upload: 5 * MEGABYTE, maxCopy: 8 * MEGABYTE, copy: 5 * MEGABYTE }
  await using store = openS3({
    url: settings.storageUrl,
    endpoint: gateway.endpoint,
    region: 'us-east-1',
    pathStyle: true,
    uploadEndpoint: null,
    data: api.server.data,
    takeLock: takeTemporaryLock,
    sizes,
  })
  const path = join(api.server.data, 'large')
  const bytes = randomBytes(17 * MEGABYTE)
  await writeFile(path, bytes)
  await store.putFile(path, 'images/999999/large/original.jpg')
  await store.duplicate('images/999999/large/original.jpg', 'images/999999/other/original.jpg')
  const stored = await buffer(store.read('images/999999/other/original.jpg'))
  expectEqual('object that was stored and copied in parts', stored.equals(bytes), true)
  await store.removeBelow('images/999999')
}

/** @returns commits a second */
async function commitDistinctSlots(): Promise<number> {
  const slots = await uploads(SLOTS)
  const began = performance.now()
  const responses = await Promise.all(slots.map((slot) => api.commit(slot)))
  const seconds = (performance.now() - began) / 1000
  expectEqual('distinct slots that became images', withStatus(responses, 201), SLOTS)
  console.log(`${SLOTS} commits at once: ${(SLOTS / seconds).toFixed(0)} a second`)
  const late = slots.slice(0, 20)
  for (const slot of late) await api.upload(slot, await nextPicture())
  return SLOTS / seconds
}

async function raceForSlots(): Promise<void> {
  for (const slot of await uploads(RACED_SLOTS)) {
    const responses = await Promise.all(Array.from({ length: RACERS }, () => api.commit(slot)))
    expectEqual('winners of a race', withStatus(responses, 201), 1)
    expectEqual('losers of a race', withStatus(responses, 404), RACERS - 1)
  }
  console.log(`${RACED_SLOTS} slots, ${RACERS} commits of each: one winner each`)
}

async function replaceOneImage(): Promise<void> {
  const slots = await uploads(REPLACES)
  const responses = await Promise.all(slots.map((slot) => api.replace(1, slot)))
  expectEqual('replaces of one image', withStatus(responses, 200), REPLACES)
}

async function verifyBytes(): Promise<void> {
  const { signal } = new AbortController()
  const findings = await Array.fromAsync(verifyStorage(catalog, { signal }))
  expectEqual('missing and changed files', JSON.stringify(findings.slice(0, 3)), '[]')
}

async function copyToDirectory(): Promise<void> {
  const { reads, storage: source, config } = catalog
  const { signal } = new AbortController()
  const folder = join(api.server.data, 'copies')
  await using target = await openOtherStorage(config, { location: folder }, takeTemporaryLock)
  const totals = { copied: 0, bytes: 0, present: 0 }
  const copy = { reads, source, target, signal, totals }
  expectEqual('files that were not copied', (await Array.fromAsync(copyStorage(copy))).length, 0)
  const { copied } = totals
  await Array.fromAsync(copyStorage(copy))
  expectEqual('files that were copied before', totals.present, copied)
  console.log(`${copied} files copied to a directory`)
}

/** Deletes leftovers a day later, and expects exactly the objects of the rows. */
async function deleteLeftovers(): Promise<void> {
  clock.advance(24 * HOUR)
  const reaped = await reapSlots(catalog)
  catalog.jobs.wake()
  await catalog.jobs.drain()
  const { unnamed, missing, count } = await compareStore(catalog)
  expectEqual('objects that no row names', unnamed.join(), '')
  expectEqual('objects that are missing', missing.join(), '')
  console.log(`${reaped} slots reaped; ${count} objects, each named by a row`)
}

function uploads(count: number): Promise<UploadSlot[]> {
  const limit = pLimit(16)
  const upload = async () => api.uploadToNewSlot(await nextPicture())
  return Promise.all(Array.from({ length: count }, () => limit(upload)))
}

/** Creates a small, unique picture. */
function nextPicture(): Promise<Buffer> {
  const index = pictures++
  return plain(16 + (index % 64), 16 + Math.floor(index / 64), [index % 256, 90, 90])
    .jpeg()
    .toBuffer()
}

function withStatus(responses: Response[], status: number): number {
  return responses.filter((response) => response.status === status).length
}

function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (seen === wanted) return
  failures += 1
  console.log(`${what}: ${String(seen)} instead of ${String(wanted)}`)
}
