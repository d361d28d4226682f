/**
 * Kills the server again and again while images are being imported (SIGKILL, at seeded moments). After each
 * restart the importer repeats what got no answer, with the same keys. In the end every file is one image,
 * its original is there byte for byte, no slot is stuck, and the derived pictures exist.
 */

import { createHash } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalog } from '../../src/core/catalog.ts'
import { loadConfig } from '../../src/core/config.ts'
import type { UploadSlot } from '../../src/core/contract/import.ts'
import { jobHandlers } from '../../src/core/jobs/handlers.ts'
import { startJobs } from '../../src/core/jobs/runner.ts'
import { silentLog } from '../../src/core/log.ts'
import { originalKey } from '../../src/core/storage/keys.ts'
import { FIELDS } from '../support/importing.ts'
import { plain } from '../support/pictures.ts'
import { spawnServer } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const KILLS = 40
const FILES = 120
const AT_ONCE = 4
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

for (let kill = 0; kill < KILLS && pending.some((file) => !file.done); kill += 1) {
  await using server = await spawnServer(data, '--log-level', 'silent')
  const work = importAll(server.baseUrl)
  await Promise.race([work, pause(50 + random() * 400)])
  server.child.kill('SIGKILL')
  await server.child
  await work
}
const before = pending.filter((file) => file.done).length
{
  await using server = await spawnServer(data, '--log-level', 'silent')
  await importAll(server.baseUrl)
}
await check()
console.log(`${before} of ${FILES} files were imported between ${KILLS} kills (seed ${SEED})`)
console.log(failures === 0 ? 'no failure' : `${failures} FAILURES`)
exit(failures === 0 ? 0 : 1)

async function prepare() {
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  return { headers: bearer(token), collection: await createSeed({ catalog }).collection() }
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
  const answered = await commit(baseUrl, slot, index)
  if (answered !== 409) return expectEqual(`first look at file ${index}`, answered, 201)
  const path = slot.upload_url.slice(new URL(slot.upload_url).origin.length)
  const options = { method: 'PUT', headers: slot.upload_headers, body: bytes as BodyInit }
  const upload = await fetch(baseUrl + path, options)
  expectEqual(`upload of file ${index}`, upload.status, 200)
  expectEqual(`commit of file ${index}`, await commit(baseUrl, slot, index), 201)
}

async function requestSlot(baseUrl: string): Promise<UploadSlot> {
  const path = `/api/v2/import/upload-url/?collection=${collection}`
  const answer = await fetch(baseUrl + path, { headers })
  return (await answer.json()) as UploadSlot
}

async function commit(baseUrl: string, { slot_id }: UploadSlot, index: number): Promise<number> {
  const key = { 'Content-Type': 'application/json', 'Idempotency-Key': `file-${index}` }
  const answer = await fetch(`${baseUrl}/api/v2/import/commit/`, {
    method: 'POST',
    headers: { ...headers, ...key },
    body: JSON.stringify({ slot_id, ...FIELDS, reference_id: String(index) }),
  })
  await answer.text()
  return answer.status
}

async function check(): Promise<void> {
  await using catalog = await openCatalog(config, secrets)
  await using jobs = startJobs(catalog, { log: silentLog, handlers: jobHandlers, workers: 1 })
  // The jobs of the last killed server are taken over when their leases run out.
  await catalog.write((tx) => tx.updateTable('job').set({ leased_until: 0 }).execute())
  await jobs.drain()
  const images = await catalog.reads.selectFrom('image').selectAll().execute()
  expectEqual('images', images.length, FILES)
  for (const image of images) {
    const bytes = files[Number(image.reference_id)]!
    const stored = catalog.storage.localPath(originalKey(image.id, image.file_version!, 'jpg'))
    expectEqual(`original of image ${image.id}`, await digestOf(stored), sha256(bytes))
    expectEqual(`digest of image ${image.id}`, image.file_sha256, sha256(bytes))
    expectEqual(`derived from, image ${image.id}`, image.generation_of, image.file_version)
  }
  const stuck = await catalog.reads
    .selectFrom('slot')
    .select('id')
    .where('claim', 'is not', null)
    .execute()
  expectEqual('slots that are stuck', stuck.length, 0)
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array)
  return hash.digest('hex')
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** A picture of which there is no second. */
function picture(index: number): Promise<Buffer> {
  return plain(16 + index, 16, [index, 90, 90])
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
