/**
 * Four nodes behind nginx, on one PostgreSQL and one bucket of Ceph's S3 server. A thousand commits at once; a hundred
 * commits of each of ten slots; a hundred exchanges of one authorization code and refreshes of one token; more requests
 * than the rate limits permit; a restart of each node while clients read and import. Then nodes are killed at random
 * (SIGKILL) while `catalog import` imports albums, and PostgreSQL crashes and restarts several times. In the end every
 * acknowledged picture is there, byte for byte, none is there twice, the bucket has no other objects, and no response was a
 * server error but 503 with Retry-After. `COMMITS`, `RACED_SLOTS`, `RACERS`, `KILLS`, `OUTAGES` (of PostgreSQL) and `SEED`
 * change the numbers. Ctrl-C ends the kills early.
 */

import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { exit } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { createAlbumImporter, type AlbumImporter } from '../support/node-campaign/album-importer.ts'
import { checkCluster, findServerErrors } from '../support/node-campaign/check-cluster.ts'
import { commitAtOnce } from '../support/node-campaign/commit-at-once.ts'
import { exceedLimits } from '../support/node-campaign/exceed-limits.ts'
import { raceForTokens } from '../support/node-campaign/race-for-tokens.ts'
import { restartInTurn } from '../support/node-campaign/restart-in-turn.ts'
import { siteOf } from '../support/node-campaign/site-of.ts'
import { createSlotClient } from '../support/node-campaign/slot-client.ts'
import { startCluster, stopCluster } from '../support/node-cluster.ts'
import type { NodeProcess } from '../support/node-processes.ts'
import { startPostgres } from '../support/postgres.ts'
import { radosGatewayIsMissing, startRadosGateway } from '../support/rados-gateway.ts'
import { createSeed } from '../support/seed.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const NODES = 4
const COMMITS = sizeOf('COMMITS', 1000)
const RACED_SLOTS = sizeOf('RACED_SLOTS', 10)
const RACERS = sizeOf('RACERS', 100)
const KILLS = sizeOf('KILLS', 100)
const OUTAGES = sizeOf('OUTAGES', 6)
const SEED = seedOf(20_261_123)
/** The shades of the pictures of each importer. */
const IMPORTERS = [60, 180]
const ALBUM_SIZE = 20
/** The longest time between two kills. */
const MOST_MS = 1500

if (radosGatewayIsMissing()) exit(0)

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-cluster-'))
await using gateway = await startRadosGateway()
await gateway.createBucket('archive')
await using postgres = await startPostgres('postgis', { max_connections: '300', fsync: 'on' })
await using cluster = await startCluster({
  databaseUrl: await postgres.createDatabase(),
  folder: folder.path,
  nodes: NODES,
  settings: {
    storage_url: 's3://archive/catalog',
    storage_endpoint: gateway.endpoint,
    storage_region: 'us-east-1',
    storage_path_style: true,
  },
})
const { config, secrets } = loadConfig({ flags: { data: cluster.data } })
await using catalog = await openCatalog(config, secrets)
const seed = createSeed({ catalog })
const problems: string[] = []
const figures: Record<string, number> = {}
const acknowledged: string[] = []
try {
  await race()
  await importBetweenKills()
  problems.push(...(await stopCluster(cluster)))
  problems.push(...(await checkCluster(cluster, acknowledged)))
} catch (error) {
  problems.push(`ended early: ${inspect(error)}`)
}
problems.push(...(await findServerErrors(cluster)))
figures.verified_images = acknowledged.length
for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${NODES} nodes, ${COMMITS} commits, ${KILLS} kills, ${OUTAGES} outages`,
  seed: SEED,
  failures: problems.length,
  figures,
})

/** Races of requests, and restarts that no request notices. */
async function race(): Promise<void> {
  const client = await createSlotClient(cluster, catalog, seed)
  const sizes = { commits: COMMITS, racedSlots: RACED_SLOTS, racers: RACERS }
  const { seconds, ...committed } = await commitAtOnce(catalog, client, sizes)
  figures.commits_a_second = Math.round(COMMITS / seconds)
  figures.put_off_commits = client.unavailable
  const [exchanging, refreshing, hasty] = [2, 3, 4].map((last) =>
    siteOf(cluster, catalog, `127.0.0.${last}`),
  )
  problems.push(...(await raceForTokens(exchanging!, refreshing!, RACERS)))
  problems.push(...(await exceedLimits(hasty!)))
  const restarted = await restartInTurn(cluster, client)
  figures.requests_during_restarts = restarted.requests
  problems.push(...client.problems, ...committed.problems, ...restarted.problems)
  const images = catalog.reads.selectFrom('image').select('file_sha256')
  acknowledged.push(...(await images.execute()).map(({ file_sha256 }) => file_sha256!))
  const expected = COMMITS + RACED_SLOTS + restarted.imported
  if (acknowledged.length !== expected)
    problems.push(`${acknowledged.length} images instead of ${expected}`)
}

async function importBetweenKills(): Promise<void> {
  const importers = await createImporters()
  const enough = new AbortController()
  process.once('SIGINT', () => enough.abort())
  const work = Promise.all(
    importers.map(async (importer) => {
      while (!enough.signal.aborted) await importer.importAlbum()
    }),
  )
  work.catch(() => enough.abort())
  try {
    await killNodes(enough.signal, importers)
    enough.abort()
    await work
  } finally {
    enough.abort()
    problems.push(...importers.flatMap((importer) => importer.problems))
  }
  acknowledged.push(...importers.flatMap(({ imported }) => imported))
  figures.imported_between = importers.reduce((sum, { imported }) => sum + imported.length, 0)
  figures.repeated_imports = importers.reduce((sum, { repeated }) => sum + repeated, 0)
}

async function createImporters(): Promise<AlbumImporter[]> {
  const create = async (shade: number): Promise<AlbumImporter> => {
    const own = join(folder.path, `albums-${shade}`)
    await mkdir(own)
    return await createAlbumImporter(catalog, seed, {
      url: cluster.url,
      folder: own,
      size: ALBUM_SIZE,
      shade,
    })
  }
  const importers: AlbumImporter[] = []
  for (const shade of IMPORTERS) importers.push(await create(shade))
  return importers
}

async function killNodes(enough: AbortSignal, importers: readonly AlbumImporter[]): Promise<void> {
  const below = numbersFrom(SEED)
  const starts = new Map<NodeProcess, Promise<void>>()
  let outages = 0
  let kills = 0
  while (kills < KILLS && !enough.aborted) {
    await pause(below(MOST_MS))
    if (outages < OUTAGES && kills >= (outages * KILLS) / OUTAGES) {
      await (outages % 2 === 0 ? postgres.crash() : postgres.restart())
      outages += 1
    }
    const node = cluster.nodes[below(NODES)]!
    await starts.get(node)
    await node.kill()
    kills += 1
    const start = startAgain(node)
    starts.set(node, start)
    // Sometimes several nodes are down.
    if (below(3) > 0) await start
    if (kills % 10 === 0) {
      const imported = importers.map((importer) => importer.imported.length)
      console.log(`${kills} kills; ${imported.join(' and ')} pictures imported`)
    }
  }
  await Promise.all(starts.values())
  figures.kills = kills
  figures.outages = outages
}

/** Starts a node, as often as PostgreSQL ends meanwhile. */
async function startAgain(node: NodeProcess): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await node.start()
    } catch (error) {
      if (attempt === 10) throw error
      await pause(100)
    }
  }
}
