/**
 * Upload of one large file against `dd conv=fsync` writing the same bytes, in turn, and commits per second
 * with durable writes. Server and `curl` are processes of their own. Needs `curl` and `dd`.
 */

import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import pLimit from 'p-limit'
import { FIELDS, openImportDesk } from '../support/importing.ts'
import { plain, RED } from '../support/pictures.ts'

const MEGABYTE = 1_000_000
const FILE_MEGABYTES = 200
const ROUNDS = 5
const COMMITS = 300
const COMMITS_AT_ONCE = 8

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-bench-'))
const file = join(folder.path, 'large')
await writeFile(file, randomFillSync(Buffer.alloc(FILE_MEGABYTES * MEGABYTE)))

await using desk = await openImportDesk()
await measureUploads()
await measureCommits()

async function measureUploads(): Promise<void> {
  const [uploads, copies]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    copies.push(secondsOf(copyDurably))
    await rm(join(folder.path, 'copy'))
    uploads.push(await upload())
  }
  const [ours, theirs] = [median(uploads), median(copies)]
  console.log(
    `dd conv=fsync:  ${rate(theirs)} MB/s  (${FILE_MEGABYTES} MB in ${theirs.toFixed(2)} s)`,
  )
  console.log(`PUT:            ${rate(ours)} MB/s  (${FILE_MEGABYTES} MB in ${ours.toFixed(2)} s)`)
  console.log(`PUT takes ${(ours / theirs).toFixed(2)} times as long; medians of ${ROUNDS} in turn`)
}

function copyDurably(): void {
  const to = `of=${join(folder.path, 'copy')}`
  execFileSync('dd', [`if=${file}`, to, 'bs=1M', 'conv=fsync'], { stdio: 'ignore' })
}

async function upload(): Promise<number> {
  const { upload_url: url, upload_headers: headers } = await desk.requestSlot()
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const { execFile } = await import('node:child_process')
  const format = ['-s', '-S', '--fail', '-o', '/dev/null', '-w', '%{time_total}']
  execFile('curl', [...format, ...sent, '-T', file, url], (error, stdout) =>
    error ? reject(error) : resolve(Number(stdout)),
  )
  return promise
}

async function measureCommits(): Promise<void> {
  const bytes = await plain(64, 64, RED).jpeg().toBuffer()
  const slots = []
  for (let made = 0; made < COMMITS; made += 1) slots.push(await desk.uploaded(bytes))
  const limit = pLimit(COMMITS_AT_ONCE)
  const latencies: number[] = []
  const began = performance.now()
  await Promise.all(
    slots.map((slot) =>
      limit(async () => {
        const sent = performance.now()
        const answer = await desk.commitBody({ slot_id: slot.slot_id, ...FIELDS })
        if (answer.status !== 201) throw new Error(await answer.text())
        latencies.push(performance.now() - sent)
      }),
    ),
  )
  const seconds = (performance.now() - began) / 1000
  console.log(
    `commits:        ${(COMMITS / seconds).toFixed(0)} a second, ${COMMITS_AT_ONCE} at once, median ${median(latencies).toFixed(0)} ms, while derivations run`,
  )
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

exit(0)
