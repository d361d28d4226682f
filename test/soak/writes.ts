/**
 * Random writes of several people at once, on SQLite and on PostgreSQL: placements, checks, comments, tags, reports,
 * skips, moderation and reverted contributions, some of them repeated with the same key. After every tenth of them, counts, statuses, lists,
 * disputed images and the activity feed are compared with those computed from the contributions.
 */

import { env } from 'node:process'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { startPostgres } from '../support/postgres.ts'
import { createSeed } from '../support/seed.ts'
import { startTestServer } from '../support/test-server.ts'
import { runWriteCampaign } from '../support/write-campaign/campaign.ts'

const WRITES = sizeOf('WRITES', 100_000)
const SEED = seedOf(1)
const engines = (env.ENGINES ?? 'sqlite,postgres').split(',')
const figures: Record<string, number> = {}
let failures = 0
for (const engine of engines) await run(engine)
endCampaign({
  size: `${WRITES} writes on each of ${engines.join(' and ')}`,
  seed: SEED,
  failures,
  figures,
})

async function run(engine: string): Promise<void> {
  await using postgres = engine === 'postgres' ? await startPostgres('postgis') : undefined
  const databaseUrl = await postgres?.createDatabase()
  await using server = await startTestServer({}, databaseUrl === undefined ? {} : { databaseUrl })
  const { catalog, clock } = server
  const scene = { catalog, clock, seed: createSeed(server) }
  const began = performance.now()
  try {
    const { accepted, refused } = await runWriteCampaign(scene, {
      writes: WRITES,
      seed: SEED,
      checkEvery: Math.ceil(WRITES / 10),
      onCheck: (written) => console.log(`${engine}: ${written} writes checked`),
    })
    const seconds = (performance.now() - began) / 1000
    figures[`${engine}_accepted`] = accepted
    figures[`${engine}_writes_a_second`] = Math.round(WRITES / seconds)
    console.log(`${engine}: ${accepted} accepted`, refused)
  } catch (error) {
    console.error(error)
    failures += 1
  }
}
