/**
 * Readers, importers that also replace, visitors who sign in, and slow clients, concurrently for half an hour. Every
 * response has to be as expected, and the server's resident memory has to grow by less than 1 MB a minute after the
 * warm-up. MINUTES, WARM_UP (minutes) and SEED in the environment change the load. Growth is judged over at least ten
 * minutes.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { fileURLToPath } from 'node:url'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { mixedLoad } from '../support/mixed-load/campaign.ts'
import { growthPerMinute, sampleMemory } from '../support/mixed-load/memory-slope.ts'
import { spawnServerFor } from '../support/program.ts'
import { endCampaign, seedOf } from '../support/soak.ts'
import { createSeed } from '../support/seed.ts'
import { issueToken } from '../support/tokens.ts'

const MINUTES = Number(env.MINUTES ?? 30 * Number(env.SCALE ?? 1))
const WARM_UP = Number(env.WARM_UP ?? Math.min(5, MINUTES / 3))
const SEED = seedOf(1)
const MOST_GROWTH = 1
const JUDGED_MINUTES = 10
const SHOWN = 10
const DEMO = fileURLToPath(new URL('../../fixtures/demo', import.meta.url))

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
const data = join(folder.path, 'data')
const prepared = await prepare()
const longest = (MINUTES + 10) * 60_000
await using server = await spawnServerFor(longest, data, '--log-level', 'silent')
using memory = sampleMemory(server.child.pid!, Math.min(5, MINUTES))
const target = { baseUrl: server.baseUrl, ...prepared }
const { rounds, failures } = await mixedLoad(target, {
  seed: SEED,
  seconds: Math.round(MINUTES * 60),
})

const growth = growthPerMinute(memory.samples, WARM_UP * 60)
const measured = MINUTES - WARM_UP
const isJudged = measured >= JUDGED_MINUTES
if (isJudged && !(growth < MOST_GROWTH)) failures.push(`memory grew by ${growth} MB a minute`)
for (const failure of failures.slice(0, SHOWN)) console.log(`✗ ${failure}`)
console.log(`resident memory: ${growth.toFixed(2)} MB a minute over ${measured.toFixed(1)} minutes`)
if (!isJudged) console.log(`That is less than ${JUDGED_MINUTES} minutes, too short to judge.`)
endCampaign({
  size: `${MINUTES} min`,
  seed: SEED,
  failures: failures.length,
  figures: {
    ...rounds,
    mb_a_minute: growth.toFixed(2),
    resident_mb: Math.round(memory.samples.at(-1)?.megabytes ?? 0),
  },
})

/** Loads the demo, and adds an importer and a collection for imports. */
async function prepare() {
  const { config, secrets } = loadConfig({
    flags: { data },
    env: { ...env, CATALOG_ACCESS_TOKEN_SECONDS: '604800' },
  })
  await using catalog = await openCatalog(config, secrets)
  await loadDump(catalog, DEMO, { acceptStaff: true })
  const collection = await createSeed({ catalog }).collection()
  const token = await issueToken({ catalog }, { staff: true, scopes: ['read', 'import'] })
  return { collection, token, images: [], fetch }
}
