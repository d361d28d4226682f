/**
 * Kills the server again and again while images are being imported and replaced (SIGKILL, after a seeded
 * number of requests). After each restart the importer repeats what got no answer, with the same keys. In
 * the end every file is one image, or has been put in place of another: originals are there byte for byte,
 * no slot is stuck, the derived pictures exist, and when all is swept up no upload and no original lies there that no row names.
 * `KILLS` and `FILES` in the environment change the numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, exit } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalog, type Catalog } from '../../src/core/catalog.ts'
import { loadConfig } from '../../src/core/config.ts'
import type { UploadSlot } from '../../src/core/contract/import.ts'
import type { Row } from '../../src/core/engine/sqlite/tables.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { reapSlots } from '../../src/core/jobs/reap-slots.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/log.ts'
import { originalKey } from '../../src/core/storage/keys.ts'
import { digestOf, sha256 } from '../support/digests.ts'
import { FIELDS } from '../support/importing.ts'
import { plain } from '../support/pictures.ts'
import { spawnServer } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import { compareStore } from '../support/stored-files.ts'
import { createTestClock, type TestClock } from '../support/test-clock.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const KILLS = Number(env.KILLS ?? 200)
const FILES = Number(env.FILES ?? 600)
const AT_ONCE = 4
/** Every third file replaces that of one of these, which are there from the start. */
const TARGETS = 4
const MOST_REQUESTS = 15
const DAY = 24 * 60 * 60
const SEED = 20_261_121

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
const data = join(folder.path, 'data')
const { config, secrets } = loadConfig({ flags: { data } })
const { headers, collection } = await prepare()
const files = await Promise.all(Array.from({ length: FILES }, (_, index) => picture(index)))
const pending = files.map((bytes, index) => ({ bytes, index, done: false }))
const random = createRandom(SEED)
const slots = new Map<number, UploadSlot>()
let failures = 0
let asked = 0
let kills = 0

while (kills < KILLS && pending.some((file) => !file.done)) {
  await using server = await spawnServer(data, '--log-level', 'silent')
  const [goal, moment] = [asked + 1 + random() * MOST_REQUESTS, random() * 20]
  const work = importAll(server.baseUrl)
  await Promise.race([work, untilAsked(goal)])
  await pause(moment)
  server.child.kill('SIGKILL')
  kills += 1
  await server.child
  await work
}
const before = pending.filter((file) => file.done).length
{
  await using server = await spawnServer(data, '--log-level', 'silent')
  await importAll(server.baseUrl)
}
await check()
console.log(`${before} of ${FILES} files were imported between ${kills} kills (seed ${SEED})`)
console.log(failures === 0 ? 'no failure' : `${failures} FAILURES`)
exit(failures === 0 ? 0 : 1)

async function prepare() {
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  const seed = createSeed({ catalog })
  const collection = await seed.collection()
  for (let made = 0; made < TARGETS; made += 1) await seed.image({ collection_id: collection })
  return { headers: bearer(token), collection }
}

/** Works through what is not done yet; a connection that breaks ends the attempt of that file only. */
async function importAll(baseUrl: string): Promise<void> {
  const queue = pending.filter((file) => !file.done)
  const worker = async (): Promise<void> => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      try {
        await importFile(baseUrl, file)
        file.done = true
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

async function importFile(
  baseUrl: string,
  { bytes, index }: { bytes: Buffer; index: number },
): Promise<void> {
  const slot = slots.get(index) ?? (await requestSlot(baseUrl))
  slots.set(index, slot)
  const wanted = targetOf(index) === undefined ? 201 : 200
  const answered = await use(baseUrl, slot, index)
  if (answered !== 409) return expectEqual(`first look at file ${index}`, answered, wanted)
  const path = slot.upload_url.slice(new URL(slot.upload_url).origin.length)
  const options = { method: 'PUT', headers: slot.upload_headers, body: bytes as BodyInit }
  const upload = await ask(baseUrl + path, options)
  expectEqual(`upload of file ${index}`, upload.status, 200)
  expectEqual(`use of file ${index}`, await use(baseUrl, slot, index), wanted)
}

async function requestSlot(baseUrl: string): Promise<UploadSlot> {
  const path = `/api/v2/import/upload-url/?collection=${collection}`
  const answer = await ask(baseUrl + path, { headers })
  return (await answer.json()) as UploadSlot
}

/** Commits the slot, or puts its file in place of a target's. */
async function use(baseUrl: string, { slot_id }: UploadSlot, index: number): Promise<number> {
  const target = targetOf(index)
  const key = { 'Content-Type': 'application/json', 'Idempotency-Key': `file-${index}` }
  const path = target === undefined ? '/import/commit/' : `/images/${target}/replace/`
  const fields = target === undefined ? { ...FIELDS, reference_id: String(index) } : {}
  const answer = await ask(`${baseUrl}/api/v2${path}`, {
    method: 'POST',
    headers: { ...headers, ...key },
    body: JSON.stringify({ slot_id, ...fields }),
  })
  await answer.text()
  return answer.status
}

function targetOf(index: number): number | undefined {
  return index % 3 === 0 ? 1 + ((index / 3) % TARGETS) : undefined
}

async function untilAsked(goal: number): Promise<void> {
  if (asked >= goal) return
  await pause(1)
  await untilAsked(goal)
}

function ask(address: string, options: RequestInit): Promise<Response> {
  asked += 1
  return fetch(address, options)
}

async function check(): Promise<void> {
  const clock = createTestClock(new Date().toISOString())
  await using catalog = await openCatalog(config, secrets, { clock })
  // The jobs of the last killed server are taken over when their leases run out.
  clock.advance(DAY)
  await workOn(catalog)
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  expectEqual(
    'images',
    images.length,
    TARGETS + files.filter((_, index) => !targetOf(index)).length,
  )
  for (const image of images) {
    const stored = catalog.storage.localPath(originalKey(image.id, image.file_version!, 'jpg'))
    const digest = await digestOf(stored)
    expectEqual(`original of image ${image.id}`, filesOf(image).map(sha256).includes(digest), true)
    expectEqual(`digest of image ${image.id}`, image.file_sha256, digest)
    expectEqual(`derived from, image ${image.id}`, image.generation_of, image.file_version)
  }
  const stuck = await catalog.reads
    .selectFrom('slot')
    .select('id')
    .where('claim', 'is not', null)
    .execute()
  expectEqual('slots that are stuck', stuck.length, 0)
  await sweepUp(catalog, clock)
}

/** The files that an image may have got. */
function filesOf({ id, reference_id: reference }: Row<'image'>): Buffer[] {
  if (reference !== null) return [files[Number(reference)]!]
  return files.filter((_, index) => targetOf(index) === id)
}

async function workOn(catalog: Catalog): Promise<void> {
  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  await jobs.drain()
}

async function sweepUp(catalog: Catalog, clock: TestClock): Promise<void> {
  clock.advance(DAY)
  await reapSlots(catalog)
  await workOn(catalog)
  const { unnamed, missing } = await compareStore(catalog)
  const [derived = [], others = []] = [true, false].map((wanted) =>
    unnamed.filter((key) => key.startsWith('derivatives/') === wanted),
  )
  expectEqual('uploads and originals that no row names', others.join(), '')
  console.log(`${derived.length} derived files of jobs that were killed are left`)
  expectEqual('files that are missing', missing.join(), '')
}

/** A picture of which there is no second. */
function picture(index: number): Promise<Buffer> {
  return plain(16 + index, 16, [index % 256, 90, 90])
    .jpeg()
    .toBuffer()
}

/** Numerical Recipes' linear congruence: the same moments on every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function expectEqual(what: string, seen: unknown, wanted: unknown): void {
  if (seen === wanted) return
  failures += 1
  console.log(`${what}: ${String(seen)} instead of ${String(wanted)}`)
}
