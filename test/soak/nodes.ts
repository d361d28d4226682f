/**
 * Four nodes behind nginx on one PostgreSQL. First a thousand commits at once, then a hundred commits of each of ten slots.
 * Each
 * node is restarted while clients send requests. Then nodes are killed at random during imports (SIGKILL) and started again, and PostgreSQL crashes once. In the end
 * every acknowledged file is there, byte for byte, none is there twice, and no response was a server error but 503
 * with Retry-After. `COMMITS`, `RACED_SLOTS`, `RACERS`, `KILLS`, `FILES` and `SEED` change the numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { prepareCampaign } from '../support/import-campaign/campaign.ts'
import { checkEnd } from '../support/import-campaign/checks.ts'
import { createImporter, type Importer } from '../support/import-campaign/importer.ts'
import { commitAtOnce } from '../support/node-campaign/commit-at-once.ts'
import { restartInTurn } from '../support/node-campaign/restart-in-turn.ts'
import { createSlotClient } from '../support/node-campaign/slot-client.ts'
import { startCluster, stopCluster, type NodeCluster } from '../support/node-cluster.ts'
import { startPostgres } from '../support/postgres.ts'
import { createSeed } from '../support/seed.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const NODES = 4
const COMMITS = sizeOf('COMMITS', 1000)
const RACED_SLOTS = sizeOf('RACED_SLOTS', 10)
const RACERS = sizeOf('RACERS', 100)
const KILLS = sizeOf('KILLS', 100)
/** Enough files for the last kill to happen during the import. */
const FILES = Number(env.FILES ?? Math.max(24, KILLS * 6))
const MOST_REQUESTS = 15
/** Longer than the leases of what a killed node had claimed. */
const LAST_MS = 300_000
const SEED = seedOf(20_261_123)

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-nodes-'))
await using postgres = await startPostgres('postgis', { max_connections: '300' })
const problems: string[] = []
const figures: Record<string, number> = {}
try {
  await commitTogether()
  await importBetweenKills()
} catch (error) {
  problems.push(`ended early: ${inspect(error)}`)
}
for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${NODES} nodes, ${COMMITS} commits, ${KILLS} kills, ${FILES} files`,
  seed: SEED,
  failures: problems.length,
  figures,
})

async function start(name: string): Promise<NodeCluster> {
  const own = join(folder.path, name)
  const databaseUrl = await postgres.createDatabase()
  const settings = { files: join(own, 'files') }
  return await startCluster({ databaseUrl, folder: own, nodes: NODES, settings })
}

async function commitTogether(): Promise<void> {
  await using cluster = await start('commits')
  const { config, secrets } = loadConfig({ flags: { data: cluster.data } })
  await using catalog = await openCatalog(config, secrets)
  const client = await createSlotClient(cluster, catalog, createSeed({ catalog }))
  const sizes = { commits: COMMITS, racedSlots: RACED_SLOTS, racers: RACERS }
  const { seconds, ...committed } = await commitAtOnce(catalog, client, sizes)
  figures.commits_a_second = Math.round(COMMITS / seconds)
  figures.put_off_commits = client.unavailable
  const restarted = await restartInTurn(cluster, client)
  problems.push(...client.problems, ...committed.problems, ...restarted.problems)
  figures.requests_during_restarts = restarted.requests
  problems.push(...(await stopCluster(cluster)))
}

async function importBetweenKills(): Promise<void> {
  await using cluster = await start('kills')
  const campaign = await prepareCampaign(cluster.data, FILES)
  const importer = createImporter(campaign, { mayFail: true, needsRetryAfter: true })
  const isLeft = (): boolean => campaign.files.some(({ isDone }) => !isDone)
  let deadline = Infinity
  const work = (async () => {
    while (isLeft() && Date.now() < deadline) {
      await importer.importAll(cluster.url)
      await pause(250)
    }
  })()

  try {
    await killNodes(cluster, importer, isLeft)
    figures.imported_between = campaign.files.filter(({ isDone }) => isDone).length
    deadline = Date.now() + LAST_MS
    await work
  } finally {
    deadline = 0
    problems.push(...importer.problems)
  }
  problems.push(...(await stopCluster(cluster)))
  figures.requests = importer.asked
  figures.put_off = importer.putOff
  problems.push(...(await checkEnd(campaign)))
}

async function killNodes(
  cluster: NodeCluster,
  importer: Importer,
  isLeft: () => boolean,
): Promise<void> {
  const below = numbersFrom(SEED)
  const restarts: Promise<void>[] = []
  let kills = 0
  while (kills < KILLS && isLeft()) {
    const goal = importer.asked + 1 + below(MOST_REQUESTS)
    while (importer.asked < goal && isLeft()) await pause(1)
    await pause(below(50))
    if (kills === Math.floor(KILLS / 2)) await postgres.crash()
    const node = cluster.nodes[below(NODES)]!
    await node.kill()
    kills += 1
    // Sometimes several nodes are down.
    const restart = node.start()
    restarts.push(restart)
    if (below(3) > 0) await restart
    if (kills % 10 === 0) console.log(`${kills} kills, ${importer.problems.length} problems`)
  }
  figures.kills = kills
  await Promise.all(restarts)
}
