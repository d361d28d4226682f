/**
 * Nodes behind nginx on a PostgreSQL primary with a synchronous standby, which answers anonymous reads. During imports,
 * the primary's first process is killed (SIGKILL), the standby is promoted, and the address of the database moves to it;
 * then it gets a standby of its own. In the end every acknowledged file is there, byte for byte, none is there twice,
 * and no response was a server error but 503 with Retry-After. `FAILOVERS`, `FILES` and `SEED` change the numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { prepareCampaign } from '../support/import-campaign/campaign.ts'
import { checkAcknowledged, checkEnd } from '../support/import-campaign/checks.ts'
import { createImporter } from '../support/import-campaign/importer.ts'
import { openMovingAddress } from '../support/moving-address.ts'
import { findServerErrors } from '../support/node-campaign/check-cluster.ts'
import { startCluster, stopCluster } from '../support/node-cluster.ts'
import { watchReads, type WatchedReads } from '../support/node-campaign/watch-reads.ts'
import type { PostgresServer, Standby } from '../support/postgres-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const NODES = 3
const FAILOVERS = sizeOf('FAILOVERS', 10)
const FILES = Number(env.FILES ?? FAILOVERS * 40)
const MOST_FILES_BETWEEN = 30
/** More than any lease lasts, even if what it protects is repeated once. */
const MOST_SECONDS = 300
/** Longer than the leases of what requests had claimed. */
const LAST_MS = 300_000
const SEED = seedOf(20_261_124)

await using stack = new AsyncDisposableStack()
const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-failover-'))
stack.defer(() => folder.remove())
const server = await startPostgres('postgis', {
  max_connections: '200',
  fsync: 'on',
  // As docs/scaling.md recommends.
  wal_retrieve_retry_interval: '1s',
})
let primary: PostgresServer = stack.use(server)
await primary.query('create database catalog')
let standby = await addStandby(primary)
const address = stack.use(await openMovingAddress())
const readAddress = stack.use(await openMovingAddress())
address.leadTo(primary)
readAddress.leadTo(standby)
const databaseUrl = primary.addressOf('catalog')
const cluster = stack.use(
  await startCluster({
    databaseUrl: address.urlOf(databaseUrl),
    folder: join(folder.path, 'nodes'),
    nodes: NODES,
    settings: {
      database_read_url: readAddress.urlOf(databaseUrl),
      files: join(folder.path, 'files'),
    },
  }),
)
const campaign = await prepareCampaign(cluster.data, FILES)
const importer = createImporter(campaign, { mayFail: true, needsRetryAfter: true })
const problems: string[] = []
const outages: number[] = []
const promotions: number[] = []
const countDone = (): number => campaign.files.filter(({ isDone }) => isDone).length
const hasFilesLeft = (): boolean => countDone() < FILES

const watches = [watchReads(cluster.url), watchReads(cluster.url, campaign.headers)] as const
for (const watch of watches) stack.use(watch)
let deadline = Infinity
try {
  await failOverDuringImport()
  for (const watch of watches) await watch.stop()
  problems.push(...(await stopCluster(cluster)))
  problems.push(...(await checkEnd(campaign)), ...(await findServerErrors(cluster)))
} catch (error) {
  problems.push(`ended early: ${inspect(error)}`)
}
const [anonymous, importing] = watches.map(({ found }) => found) as [WatchedReads, WatchedReads]
problems.push(...importer.problems, ...anonymous.problems, ...importing.problems)
for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${NODES} nodes, ${outages.length} failovers, ${FILES} files`,
  seed: SEED,
  failures: problems.length,
  figures: {
    acknowledged: countDone(),
    requests: importer.asked,
    put_off: importer.putOff,
    longest_without_writes_s: round(Math.max(...outages)),
    mean_without_writes_s: mean(outages),
    mean_promotion_s: mean(promotions),
    anonymous_reads: anonymous.requests,
    anonymous_503: anonymous.unavailable,
    longest_without_anonymous_reads_s: round(anonymous.longestGapSeconds),
    token_reads: importing.requests,
    token_503: importing.unavailable,
    longest_without_token_reads_s: round(importing.longestGapSeconds),
  },
})

async function failOverDuringImport(): Promise<void> {
  const work = importAll()
  const below = numbersFrom(SEED)
  try {
    while (outages.length < FAILOVERS && hasFilesLeft()) {
      await waitForFiles(countDone() + 1 + below(MOST_FILES_BETWEEN))
      outages.push(await failOver())
      problems.push(...(await checkAcknowledged(campaign)))
      const seconds = `${outages.at(-1)!.toFixed(1)} s (promotion ${promotions.at(-1)!.toFixed(1)} s)`
      console.log(`failover ${outages.length}: ${seconds}, ${countDone()} files`)
    }
    deadline = Date.now() + LAST_MS
  } catch (error) {
    deadline = 0
    throw error
  } finally {
    await work
  }
}

async function importAll(): Promise<void> {
  while (hasFilesLeft() && Date.now() < deadline) {
    await importer.importAll(cluster.url)
    await pause(250)
  }
}

/** Resolves when this number of files are done, or all. */
async function waitForFiles(goal: number): Promise<void> {
  let [done, latest] = [-1, 0]
  while (countDone() < goal && hasFilesLeft()) {
    if (countDone() > done) [done, latest] = [countDone(), Date.now() + MOST_SECONDS * 1000]
    if (Date.now() > latest) throw new Error(`no write for ${MOST_SECONDS} seconds`)
    await pause(5)
  }
}

/** @returns the seconds between the last write before and the first one after */
async function failOver(): Promise<number> {
  const began = performance.now()
  const elapsed = (): number => (performance.now() - began) / 1000
  await primary.kill('SIGKILL')
  await standby.promote()
  address.leadTo(standby)
  promotions.push(elapsed())
  primary = standby
  await waitForFiles(countDone() + 1)
  const seconds = elapsed()
  standby = await addStandby(primary)
  readAddress.leadTo(standby)
  return seconds
}

/** Resolves when every commit waits for the standby. */
async function addStandby(server: PostgresServer): Promise<Standby> {
  const added = stack.use(await server.startStandby())
  await server.query(`alter system set synchronous_standby_names = '*'`)
  await server.query('select pg_reload_conf()')
  const state = `select from pg_stat_replication where sync_state = 'sync'`
  while ((await server.query(state)).length === 0) await pause(20)
  return added
}

function mean(seconds: readonly number[]): number {
  return round(seconds.reduce((sum, each) => sum + each, 0) / seconds.length)
}

function round(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
