/**
 * Upload of one large file against `dd conv=fsync` with the same bytes, in turn; then imports of small pictures by
 * many concurrent clients: uploads and commits per second, with durable writes. Server, `curl` and clients are
 * separate processes. Needs `curl` and `dd`. The folder is created in `TMPDIR`; in memory, it shows the cost
 * without syncing.
 */

import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdtempDisposable, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import Database from 'better-sqlite3'
import { execa } from 'execa'
import pLimit from 'p-limit'
import { Agent, request } from 'undici'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import type { UploadSlot } from '../../src/core/contract/import.ts'
import { FIELDS } from '../support/import-api.ts'
import { plain, RED } from '../support/pictures.ts'
import { spawnServer } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import { bearer, issueToken } from '../support/tokens.ts'
import { reportFigure } from './support/table.ts'

const MEGABYTE = 1_000_000
const FILE_MEGABYTES = 200
const ROUNDS = 5
const COMMITS = 2000
const CLIENTS = [1, 8, 32, 64]
const TICKS_PER_SECOND = 100

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const data = join(folder.path, 'data')
const { headers, collection } = await prepare()
const picture = await plain(64, 64, RED).jpeg().toBuffer()
const dispatcher = new Agent({ connections: 128 })
const file = join(folder.path, 'large')
await writeFile(file, randomFillSync(Buffer.alloc(FILE_MEGABYTES * MEGABYTE)))

{
  await using server = await spawnServer(data, '--log-level', 'warn')
  await measureUploads(server.baseUrl)
}
await rm(file)
holdBackJobs()
const rates: string[] = []
for (const clients of CLIENTS) rates.push(await measureImports(clients, 'no derivation runs'))
letJobsRun()
const busy = await measureImports(CLIENTS.at(-1)!, 'derivations run')
const [one = '', most = ''] = [rates[0], rates.at(-1)]
reportFigure(`commits of ${CLIENTS.at(-1)} clients`, most, `of one client: ${one}`)
reportFigure('the same while pictures are processed', busy, `while none are: ${most}`)

async function prepare() {
  const { config, secrets } = loadConfig({ flags: { data } })
  await using catalog = await openCatalog(config, secrets)
  const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
  return { headers: bearer(token), collection: await createSeed({ catalog }).collection() }
}

async function measureUploads(baseUrl: string): Promise<void> {
  const [uploads, copies]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    copies.push(secondsOf(copyDurably))
    await rm(join(folder.path, 'copy'))
    uploads.push(await uploadLarge(baseUrl))
  }
  const [ours, theirs] = [median(uploads), median(copies)]
  console.log(
    `dd conv=fsync:  ${rate(theirs)} MB/s  (${FILE_MEGABYTES} MB in ${theirs.toFixed(2)} s)`,
  )
  console.log(`PUT:            ${rate(ours)} MB/s  (${FILE_MEGABYTES} MB in ${ours.toFixed(2)} s)`)
  const share = ((100 * theirs) / ours).toFixed(0)
  reportFigure('rate of an upload', `${rate(ours).trim()} MB/s, ${share}% of dd`, 'dd with fsync')
}

function copyDurably(): void {
  const to = `of=${join(folder.path, 'copy')}`
  execFileSync('dd', [`if=${file}`, to, 'bs=1M', 'conv=fsync'], { stdio: 'ignore' })
}

async function uploadLarge(baseUrl: string): Promise<number> {
  const { upload_url: url, upload_headers: wanted } = await requestSlot(baseUrl)
  const sent = Object.entries(wanted).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const format = ['-s', '-S', '--fail', '-o', '/dev/null', '-w', '%{time_total}']
  const { stdout } = await execa('curl', [...format, ...sent, '-T', file, url])
  return Number(stdout)
}

/** Sets the due time of jobs to the far future, as if the queue were long. */
function holdBackJobs(): void {
  using database = openDatabase()
  database.db.exec(
    'create trigger held_back after insert on job begin update job set run_at = 9e15 where id = new.id; end',
  )
}

function letJobsRun(): void {
  using database = openDatabase()
  database.db.exec('drop trigger held_back')
}

function openDatabase() {
  const db = new Database(join(data, 'catalog.sqlite'))
  return { db, [Symbol.dispose]: () => void db.close() }
}

/** @returns the rate and the times of commits */
async function measureImports(clients: number, circumstance: string): Promise<string> {
  await using server = await spawnServer(data, '--log-level', 'warn')
  const { baseUrl, child } = server
  const slots: UploadSlot[] = []
  const count = clients === 1 ? COMMITS / 10 : COMMITS
  const prepared = await timed(clients, count, async (index) => {
    const slot = await requestSlot(baseUrl)
    await send(slot.upload_url, 200, {
      method: 'PUT',
      headers: slot.upload_headers,
      body: picture,
    })
    slots[index] = slot
  })
  const before = await processorSeconds(child.pid!)
  const done = await timed(clients, count, (index) => commit(baseUrl, slots[index]!))
  const processor = (1000 * ((await processorSeconds(child.pid!)) - before)) / count
  console.log(
    `${String(clients).padStart(2)} clients, ${circumstance}: ` +
      `${prepared.perSecond} slots and uploads a second; ${done.perSecond} commits a second, ` +
      `median ${done.median} ms, 99th ${done.late} ms, ${processor.toFixed(1)} ms of the server's processor each`,
  )
  return `${done.perSecond} a second, ${processor.toFixed(1)} ms of processor time each`
}

async function timed(clients: number, count: number, work: (index: number) => Promise<void>) {
  const limit = pLimit(clients)
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      limit(async () => {
        const sent = performance.now()
        await work(index)
        latencies.push(performance.now() - sent)
      }),
    ),
  )
  const perSecond = ((1000 * count) / (performance.now() - began)).toFixed(0)
  const late = latencies.toSorted((a, b) => a - b)[Math.floor(count * 0.99)]!
  return { perSecond, median: median(latencies).toFixed(0), late: late.toFixed(0) }
}

async function requestSlot(baseUrl: string): Promise<UploadSlot> {
  const url = `${baseUrl}/api/v2/import/upload-url/?collection=${collection}`
  return (await send(url, 200, { headers })) as UploadSlot
}

async function commit(baseUrl: string, { slot_id }: UploadSlot): Promise<void> {
  await send(`${baseUrl}/api/v2/import/commit/`, 201, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': slot_id },
    body: JSON.stringify({ slot_id, ...FIELDS }),
  })
}

async function send(url: string, status: number, options: object): Promise<unknown> {
  const { statusCode, body } = await request(url, { dispatcher, ...options })
  const text = await body.text()
  if (statusCode !== status) throw new Error(`${url}: ${statusCode} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

/** Reads the CPU time of the process without its children; proc(5). */
async function processorSeconds(pid: number): Promise<number> {
  const [, fields = ''] = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (user! + system!) / TICKS_PER_SECOND
}

function secondsOf(work: () => void): number {
  const began = performance.now()
  work()
  return (performance.now() - began) / 1000
}

function rate(seconds: number): string {
  return (FILE_MEGABYTES / seconds).toFixed(0).padStart(5)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

// Kept connections would keep the process alive.
await folder.remove()
exit(0)
