/**
 * Concurrent commits: of a thousand slots, a hundred of each of ten slots, fifty replacements of one image, and
 * fifty slots used for both a commit and a replacement. Every slot has to become one image or one file with its own
 * bytes, all other requests get 404, and after the cleanup the disk holds no file without a row.
 */

import pLimit from 'p-limit'
import { reapSlots } from '../../src/core/jobs/reap-slots.ts'
import { originalKey } from '../../src/core/storage/keys.ts'
import { digestFile, sha256 } from '../support/digests.ts'
import { openImportApi } from '../support/import-api.ts'
import { plain } from '../support/pictures.ts'
import { endCampaign, sizeOf } from '../support/soak.ts'
import { compareStore } from '../support/stored-files.ts'
import { listUnfinishedFiles } from '../support/unfinished-files.ts'

const SLOTS = sizeOf('SLOTS', 1000)
const RACED_SLOTS = sizeOf('RACED_SLOTS', 10)
const RACERS = sizeOf('RACERS', 100)
const REPLACES = sizeOf('REPLACES', 50)
const DAY = 24 * 60 * 60

await using api = await openImportApi()
const { catalog, clock } = api.server
let failures = 0
let pictures = 0
await commitDistinctSlots()
await raceForSlots()
await replaceOneImage()
await commitOrReplace()
await catalog.jobs.drain()
await checkFiles()
await deleteLeftovers()
endCampaign({
  size: `${SLOTS} slots, ${RACERS} racers, ${REPLACES} replaces`,
  failures,
  figures: { pictures },
})

async function commitDistinctSlots(): Promise<void> {
  const slots = await uploads(SLOTS)
  const { answers, seconds } = await timed(slots.map((slot) => () => api.commit(slot)))
  expectEqual('distinct slots that became images', withStatus(answers, 201), SLOTS)
  console.log(`${SLOTS} commits at once: ${(SLOTS / seconds).toFixed(0)} a second`)
}

async function raceForSlots(): Promise<void> {
  for (const slot of await uploads(RACED_SLOTS)) {
    const { answers } = await timed(Array.from({ length: RACERS }, () => () => api.commit(slot)))
    expectEqual('winners of a race', withStatus(answers, 201), 1)
    expectEqual('losers of a race', withStatus(answers, 404), RACERS - 1)
  }
  console.log(`${RACED_SLOTS} slots, ${RACERS} commits of each: one winner each`)
}

/** All replacements succeed, and the image has the file of a later one. */
async function replaceOneImage(): Promise<void> {
  const slots = await uploads(REPLACES)
  const { answers, seconds } = await timed(slots.map((slot) => () => api.replace(1, slot)))
  expectEqual('replaces of one image', withStatus(answers, 200), REPLACES)
  console.log(
    `${REPLACES} replaces of one image at once: ${(REPLACES / seconds).toFixed(0)} a second`,
  )
  const last = await nextPicture()
  expectEqual(
    'the last replace',
    (await api.replace(1, await api.uploadToNewSlot(last))).status,
    200,
  )
  const { permalink } = await api.server.get('/api/v2/images/1/')
  const served = Buffer.from(await (await api.server.fetch(permalink)).arrayBuffer())
  expectEqual('file of the last replace', sha256(served), sha256(last))
}

async function commitOrReplace(): Promise<void> {
  const slots = await uploads(REPLACES)
  const tries = slots.flatMap((slot, index) => {
    const ways = [() => api.commit(slot), () => api.replace(2, slot), () => api.replace(3, slot)]
    return [...ways.slice(index % 3), ...ways.slice(0, index % 3)]
  })
  const { answers } = await timed(tries)
  const won = withStatus(answers, 201) + withStatus(answers, 200)
  expectEqual('slots used by a commit or a replace', won, REPLACES)
  expectEqual('others told 404', withStatus(answers, 404), 2 * REPLACES)
  const images = SLOTS + RACED_SLOTS + withStatus(answers, 201)
  const found = await catalog.reads.selectFrom('image').select('id').execute()
  expectEqual('images', found.length, images)
}

async function checkFiles(): Promise<void> {
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  const digests = new Set(images.map((image) => image.file_sha256))
  expectEqual('different files', digests.size, images.length)
  for (const { id, file_version: version, file_sha256, generation_of } of images) {
    const path = catalog.storage.locate(originalKey(id, version!, 'jpg'))
    expectEqual(`digest of image ${id}`, await digestFile(path), file_sha256)
    expectEqual(`file that image ${id} shows pictures of`, generation_of, version)
  }
}

/** Deletes leftovers a day later, and expects exactly the files of the rows. */
async function deleteLeftovers(): Promise<void> {
  clock.advance(DAY)
  const reaped = await reapSlots(catalog)
  catalog.jobs.wake()
  await catalog.jobs.drain()
  const { unnamed, missing, count } = await compareStore(catalog)
  expectEqual('files that no row names', unnamed.join(), '')
  expectEqual('files that are missing', missing.join(), '')
  expectEqual('unfinished files', (await listUnfinishedFiles(api.server.data)).length, 0)
  console.log(`${reaped} slots reaped; ${count} files, each named by a row`)
}

function uploads(count: number) {
  const limit = pLimit(16)
  return Promise.all(
    Array.from({ length: count }, () =>
      limit(async () => api.uploadToNewSlot(await nextPicture())),
    ),
  )
}

/** Creates a small, unique picture. */
function nextPicture(): Promise<Buffer> {
  const index = pictures++
  return plain(16 + (index % 64), 16 + Math.floor(index / 64), [index % 256, 90, 90])
    .jpeg()
    .toBuffer()
}

async function timed(asks: (() => Promise<Response>)[]) {
  const began = performance.now()
  const answers = await Promise.all(asks.map((ask) => ask()))
  return { answers, seconds: (performance.now() - began) / 1000 }
}

function withStatus(answers: Response[], status: number): number {
  return answers.filter((answer) => answer.status === status).length
}

function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (seen === wanted) return
  failures += 1
  console.log(`${what}: ${String(seen)} instead of ${String(wanted)}`)
}
