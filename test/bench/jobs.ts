/**
 * The queue with 100,000 queued derivations against one with 100: claiming a job, `job list` and its counts,
 * and the commit of an import, in turn. Prints the CPU time of each and the ratio. Runs no derivations.
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { importCommit } from '../../src/core/contract/import.ts'
import { claimJob, hasDueJob } from '../../src/core/job-queue/claim.ts'
import { countJobs } from '../../src/core/job-queue/count-jobs.ts'
import { listJobPage } from '../../src/core/job-queue/job-page.ts'
import { PRIORITY } from '../../src/core/job-queue/enqueue.ts'
import { incomingKey } from '../../src/core/storage/keys.ts'
import { commitImport } from '../../src/core/writes/imports/commit-import.ts'
import { requestSlot } from '../../src/core/writes/imports/request-slot.ts'
import { runUseCase } from '../../src/core/writes/run/run-use-case.ts'
import { FIELDS, importerOf } from '../support/import-api.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { plain, RED } from '../support/pictures.ts'
import { reportFigure } from './support/table.ts'

const WAITING = [100, 100_000] as const
const WARMING = 50
const ROUNDS = 150
const LANES = Object.values(PRIORITY)

const picture = await plain(64, 64, RED).jpeg().toBuffer()
await using few = await openQueue(WAITING[0])
await using many = await openQueue(WAITING[1])

await compare('look for a job and take it', claimAndReturnJob)
await compare('list 50 jobs', ({ catalog }) =>
  listJobPage(catalog.reads, { state: 'queued', limit: 50 }),
)
await compare('list 50 jobs of one kind', ({ catalog }) =>
  listJobPage(catalog.reads, { state: 'queued', kind: 'remove', limit: 50 }),
)
await compare('count the jobs of each state', ({ catalog }) => countJobs(catalog.reads))
await compare('slot, upload and commit', importOne)

type Queue = TestCatalog & { user: number; collection: number }

async function openQueue(waiting: number): Promise<Queue> {
  const opened = await openTestCatalog()
  const { catalog, seed, clock } = opened
  const [user, collection] = [await seed.user({ is_staff: 1 }), await seed.collection()]
  const numbers = sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${waiting})`
  await catalog.write(async (tx) => {
    await sql`insert into image_id ${numbers} select i from n`.execute(tx)
    await sql`insert into image (id, collection_id, title, rotation, mirror, from_above, will_not_georef, created_at)
      ${numbers} select i, ${collection}, 'Image ' || i, 0, 'none', 0, 0, ${clock.now()} from n`.execute(
      tx,
    )
    await sql`insert into job (kind, image_id, payload, state, priority, attempts, max_attempts, run_at, created_at)
      ${numbers} select 'derive', i, '{"version":"x"}', 'queued', ${PRIORITY.last}, 0, 5, ${clock.now()}, ${clock.now()}
      from n`.execute(tx)
  })
  return { ...opened, user, collection }
}

/** Claims a job and returns it to the queue, so that the next round starts from the same state. */
async function claimAndReturnJob({ catalog, clock }: Queue): Promise<void> {
  const search = { now: clock.now(), priorities: LANES }
  if (!(await hasDueJob(catalog.reads, search))) throw new Error('no job is due')
  const back = new Error('given back')
  const lease = { lease: randomUUID(), until: clock.now() + 1 }
  await catalog
    .write(async (tx) => {
      if (await claimJob(tx, lease, { ...search, isIdle: true })) throw back
    })
    .catch((error: unknown) => {
      if (error !== back) throw error
    })
}

async function importOne({ catalog, user, collection }: Queue): Promise<void> {
  const actor = importerOf(user)
  const request = { collection, content_type: 'image/jpeg' }
  const { slotId } = (await runUseCase(catalog, requestSlot, { actor, request })).result
  await using received = await catalog.storage.receive(streamOf(picture), picture.length)
  await received.publish(incomingKey(slotId))
  const commit = importCommit.parse({ slot_id: slotId, ...FIELDS })
  await runUseCase(catalog, commitImport, { actor, request: commit, key: slotId })
}

async function* streamOf(bytes: Uint8Array) {
  yield bytes
}

async function compare(what: string, work: (queue: Queue) => Promise<unknown>): Promise<void> {
  const used = [0, 0]
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    for (const [index, queue] of [few, many].entries()) {
      const before = process.cpuUsage()
      await work(queue)
      const { user, system } = process.cpuUsage(before)
      if (round >= 0) used[index]! += (user + system) / 1000
    }
  }
  const [small, large] = used.map((ms) => ms / ROUNDS) as [number, number]
  reportFigure(
    `${what}, of ${WAITING[1]} waiting jobs, CPU time`,
    `${large.toFixed(3)} ms, ${(large / small).toFixed(2)} times`,
    `of ${WAITING[0]}: ${small.toFixed(3)} ms`,
  )
}
