/**
 * A thousand slots committed all at once, then a hundred commits of each of ten slots: every slot becomes
 * one image with its own bytes, and every loser is told 404.
 */

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { exit } from 'node:process'
import pLimit from 'p-limit'
import { originalKey } from '../../src/core/storage/keys.ts'
import { openImportDesk } from '../support/importing.ts'
import { plain } from '../support/pictures.ts'

const SLOTS = 1000
const RACED_SLOTS = 10
const RACERS = 100

await using desk = await openImportDesk()
const { catalog } = desk.server
let failures = 0
await commitDistinctSlots()
await raceForSlots()
await checkFiles()
await catalog.jobs.drain()
await checkDerivatives()
console.log(failures === 0 ? 'no failure' : `${failures} FAILURES`)
exit(failures === 0 ? 0 : 1)

async function commitDistinctSlots(): Promise<void> {
  const limit = pLimit(16)
  const uploads = Array.from({ length: SLOTS }, (_, index) =>
    limit(async () => desk.uploaded(await picture(index))),
  )
  const slots = await Promise.all(uploads)
  const began = performance.now()
  const answers = await Promise.all(slots.map((slot) => desk.commit(slot)))
  const seconds = (performance.now() - began) / 1000
  const made = answers.filter((answer) => answer.status === 201).length
  expectEqual('distinct slots that became images', made, SLOTS)
  console.log(`${SLOTS} slots at once: ${(SLOTS / seconds).toFixed(0)} commits a second`)
}

async function raceForSlots(): Promise<void> {
  for (let raced = 0; raced < RACED_SLOTS; raced += 1) {
    const slot = await desk.uploaded(await picture(SLOTS + raced))
    const answers = await Promise.all(Array.from({ length: RACERS }, () => desk.commit(slot)))
    const counts = Map.groupBy(answers, (answer) => answer.status)
    expectEqual('winners of a race', counts.get(201)?.length, 1)
    expectEqual('losers of a race', counts.get(404)?.length, RACERS - 1)
  }
}

async function checkFiles(): Promise<void> {
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  expectEqual('images', images.length, SLOTS + RACED_SLOTS)
  expectEqual(
    'different files',
    new Set(images.map((image) => image.file_sha256)).size,
    images.length,
  )
  for (const { id, file_version: version, file_sha256: sha256 } of images) {
    const path = catalog.storage.localPath(originalKey(id, version!, 'jpg'))
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
    expectEqual(`digest of image ${id}`, hash.digest('hex'), sha256)
  }
}

async function checkDerivatives(): Promise<void> {
  const without = await catalog.reads
    .selectFrom('image')
    .select('id')
    .where('generation', 'is', null)
    .execute()
  expectEqual('images without derived pictures', without.length, 0)
}

/** A small picture of which there is no second. */
function picture(index: number): Promise<Buffer> {
  return plain(16 + (index % 64), 16 + Math.floor(index / 64), [index % 256, 90, 90])
    .jpeg()
    .toBuffer()
}

function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (seen === wanted) return
  failures += 1
  console.log(`${what}: ${String(seen)} instead of ${String(wanted)}`)
}
