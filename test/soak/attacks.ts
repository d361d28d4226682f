/**
 * Two addresses work while three attack. First the workers read, look at pictures and import alone; then the attackers
 * join: areas of as many positions as are allowed on one image, readers that stall, half-sent heads of requests,
 * enlarged renderings, and pictures that expand when they are probed. Every response to a worker has to be as expected,
 * the 99th percentile of each kind of its requests may at most double, and the server has to stay below 1 GB and to
 * grow by less than 1 MB a minute in the last two thirds of the attack. `ENGINE=postgres` runs two nodes behind nginx.
 * `MINUTES` and `SEED` change the load; a fifth of the time is without attackers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { fetchFrom } from '../support/fetch-from.ts'
import { FIELDS } from '../support/import-api.ts'
import {
  expectStatus,
  importOrReplace,
  post,
  read,
  upload,
  type Target,
} from '../support/mixed-load/actors.ts'
import { attack } from '../support/mixed-load/attack.ts'
import { mixedLoad, type LoadResult } from '../support/mixed-load/campaign.ts'
import { createLatencies, type Latencies } from '../support/mixed-load/latencies.ts'
import { growthPerMinute, sampleMemory } from '../support/mixed-load/memory-slope.ts'
import { startCluster } from '../support/node-cluster.ts'
import { fourColors } from '../support/pictures.ts'
import { startPostgres } from '../support/postgres.ts'
import { spawnServerFor } from '../support/program.ts'
import { createSeed } from '../support/seed.ts'
import type { Below } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf } from '../support/soak.ts'
import { configureDatabase } from '../support/test-postgres.ts'
import { bearer, issueToken } from '../support/tokens.ts'

const MINUTES = Number(env.MINUTES ?? 30 * Number(env.SCALE ?? 1))
const ALONE_SECONDS = Math.round(MINUTES * 12)
const ATTACKED_SECONDS = Math.round(MINUTES * 48)
const LONGEST_MS = (MINUTES + 20) * 60_000
const SEED = seedOf(20_261_127)
const WORKERS = ['127.0.0.2', '127.0.0.3']
const ATTACKERS = ['127.0.0.4', '127.0.0.5', '127.0.0.6']
const MOST_MEGABYTES = 1000
const MOST_GROWTH = 1
const MOST_SLOWDOWN = 2
/** Percentiles below this are noise. */
const NOISE_MS = 100
const DEMO = fileURLToPath(new URL('../../fixtures/demo', import.meta.url))

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-attacks-'))
await using site = env.ENGINE === 'postgres' ? await startNodes() : await startServer()
const target: Target = { baseUrl: site.url, images: [], fetch, ...site.prepared }
const asImporter = { headers: bearer(target.token) }
const iiifUrl = await importPicture()
const { attacker, ...resources } = site.prepared
const asAttacker = { baseUrl: site.url, iiifUrl, ...resources, token: attacker }
await untilProcessed()

using memory = sampleProcesses(site.pids)
const alone = createLatencies(kindOf)
const quiet = await work(alone, ALONE_SECONDS)
const attacked = createLatencies(kindOf)
const [busy, ...attacks] = await Promise.all([
  work(attacked, ATTACKED_SECONDS),
  ...ATTACKERS.map((address, index) =>
    attack({
      target: { ...asAttacker, address },
      seed: SEED + index,
      seconds: ATTACKED_SECONDS,
    }),
  ),
])

const failures = [...quiet.failures, ...busy.failures, ...attacks.flatMap((one) => one.failures)]
const before = alone.percentiles(99)
const during = attacked.percentiles(99)
for (const [kind, ms] of Object.entries(during)) {
  const limit = Math.max(NOISE_MS, MOST_SLOWDOWN * (before[kind] ?? 0))
  if (ms > limit) failures.push(`${kind}: p99 ${before[kind]} ms alone, ${ms} ms under attack`)
}
if (memory.most() > MOST_MEGABYTES) failures.push(`memory reached ${memory.most()} MB`)
if (MINUTES >= 20 && memory.growth() > MOST_GROWTH)
  failures.push(`memory grew by ${memory.growth().toFixed(2)} MB a minute`)
for (const failure of failures.slice(0, 10)) console.log(`✗ ${failure}`)
console.log(`p50 ms alone ${show(alone, 50)}; under attack ${show(attacked, 50)}`)
console.log(`p99 ms alone ${show(alone, 99)}; under attack ${show(attacked, 99)}`)
endCampaign({
  size: `${MINUTES} min on ${env.ENGINE ?? 'sqlite'}`,
  seed: SEED,
  failures: failures.length,
  figures: {
    ...busy.rounds,
    ...sumOf(attacks),
    p99_alone: show(alone, 99),
    p99_attacked: show(attacked, 99),
    most_mb: memory.most(),
    mb_a_minute: memory.growth().toFixed(2),
  },
})

/** Reads, looks at pictures and imports from the addresses of the workers. */
async function work(latencies: Latencies, seconds: number): Promise<LoadResult> {
  const results = await Promise.all(
    WORKERS.map((address, index) => {
      const own = { ...target, fetch: latencies.measure(fetchFrom(address)) }
      const actors = {
        reader: { count: 2, act: read },
        viewer: { count: 1, act: view },
        importer: { count: 1, act: importOrReplace },
      }
      return mixedLoad(own, { seed: SEED + 100 + index, seconds, actors })
    }),
  )
  return { rounds: sumOf(results), failures: results.flatMap((one) => one.failures) }
}

/** Looks at a picture: the whole of it, and a detail that is rendered. */
async function view(own: Target, below: Below): Promise<void> {
  const region = `${below(20)},${below(20)},${200 + below(50)},${150 + below(30)}`
  for (const path of ['full/max/0/default.jpg', `${region}/120,/0/default.jpg`]) {
    const response = await own.fetch(`${iiifUrl}/${path}`)
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  }
  await pause(200 + below(200))
}

function kindOf(url: string, method: string): string {
  const { pathname } = new URL(url)
  if (pathname.includes('/iiif/')) return 'render'
  if (pathname.endsWith('/commit/')) return 'commit'
  if (pathname.endsWith('/replace/')) return 'replace'
  return method === 'PUT' ? 'upload' : 'read'
}

function show(latencies: Latencies, rank: number): string {
  return Object.entries(latencies.percentiles(rank))
    .map(([kind, ms]) => `${kind} ${ms}`)
    .join(' ')
}

function sumOf(results: readonly LoadResult[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const { rounds } of results)
    for (const [kind, count] of Object.entries(rounds)) sum[kind] = (sum[kind] ?? 0) + count
  return sum
}

/** The memory of several processes; the largest of them counts. */
function sampleProcesses(pids: readonly number[]) {
  const sampled = pids.map((pid) => sampleMemory(pid, Math.min(5, MINUTES)))
  const warmUp = ALONE_SECONDS + ATTACKED_SECONDS / 3
  return {
    most: () =>
      Math.round(
        Math.max(...sampled.flatMap(({ samples }) => samples.map((one) => one.megabytes))),
      ),
    growth: () => Math.max(...sampled.map(({ samples }) => growthPerMinute(samples, warmUp))),
    [Symbol.dispose]: () => sampled.forEach((one) => one[Symbol.dispose]()),
  }
}

interface Site extends AsyncDisposable {
  readonly url: string
  readonly pids: readonly number[]
  readonly prepared: Prepared
}

async function startServer(): Promise<Site> {
  const data = join(folder.path, 'data')
  const prepared = await prepare(data)
  const server = await spawnServerFor(LONGEST_MS, data, '--log-level', 'silent')
  const dispose = () => server[Symbol.asyncDispose]()
  return {
    url: server.baseUrl,
    pids: [server.child.pid!],
    prepared,
    [Symbol.asyncDispose]: dispose,
  }
}

/** Two nodes behind nginx on PostgreSQL. */
async function startNodes(): Promise<Site> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startPostgres('postgis', { max_connections: '200' }))
  const databaseUrl = await postgres.createDatabase()
  const settings = { files: join(folder.path, 'files') }
  const data = join(folder.path, 'data')
  await configureDatabase(data, databaseUrl, settings)
  const prepared = await prepare(data)
  const options = { databaseUrl, folder: join(folder.path, 'nodes'), nodes: 2, settings }
  const cluster = stack.use(await startCluster(options))
  const owned = stack.move()
  const dispose = () => owned.disposeAsync()
  const pids = cluster.nodes.map(({ pid }) => pid)
  return { url: cluster.url, pids, prepared, [Symbol.asyncDispose]: dispose }
}

interface Prepared {
  collection: number
  /** An image from above. */
  heavyImage: number
  /** Access token of an importer. */
  token: string
  /** Access token of another importer. */
  attacker: string
  /** Access token that can place images. */
  contributor: string
}

/** Loads the demo, and adds users, a collection for imports and an image from above. */
async function prepare(data: string): Promise<Prepared> {
  const { config, secrets } = loadConfig({
    flags: { data },
    env: { ...env, CATALOG_ACCESS_TOKEN_SECONDS: '604800' },
  })
  await using catalog = await openCatalog(config, secrets)
  await loadDump(catalog, DEMO, { acceptStaff: true })
  const seed = createSeed({ catalog })
  const collection = await seed.collection()
  return {
    collection,
    heavyImage: await seed.image({ collection_id: collection, from_above: 1 }),
    token: await issueToken({ catalog }, { userId: 9001, staff: true, scopes: ['read', 'import'] }),
    attacker: await issueToken(
      { catalog },
      { userId: 9002, staff: true, scopes: ['read', 'import'] },
    ),
    contributor: await issueToken({ catalog }, { userId: 9003, scopes: ['read', 'contribute'] }),
  }
}

/** Imports a picture. @returns the URL of its IIIF service */
async function importPicture(): Promise<string> {
  const slot_id = await upload(target, await fourColors(1200, 900).jpeg().toBuffer())
  const committed = post(target, 'import/commit/', { slot_id, ...FIELDS })
  const { image_id } = (await expectStatus(committed, 201)) as { image_id: number }
  const read = async () =>
    (await expectStatus(
      fetch(`${target.baseUrl}/api/v2/images/${image_id}/`, asImporter),
      200,
    )) as {
      iiif_url: string | null
    }
  for (;;) {
    const { iiif_url } = await read()
    if (iiif_url !== null) return iiif_url.replace(/\/$/, '')
    await pause(500)
  }
}

/** Waits for the jobs of the demo. */
async function untilProcessed(): Promise<void> {
  const url = `${target.baseUrl}/api/v2/images/?processing=pending&page_size=1`
  for (;;) {
    const { count } = (await expectStatus(fetch(url, asImporter), 200)) as { count: number }
    if (count <= 1) return
    await pause(500)
  }
}
