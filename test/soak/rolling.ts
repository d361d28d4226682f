/**
 * Nodes behind nginx on one PostgreSQL database are replaced by a version with migrations one after another, while clients read,
 * import and place images. The first node goes back to the former version once. All requests succeed the first time, and in the
 * end nothing is missing. `NODES` and `ROUNDS` change the numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { createNextVersion } from '../support/next-version.ts'
import { findServerErrors } from '../support/node-campaign/check-cluster.ts'
import { LATER_MIGRATIONS, replaceInTurn } from '../support/node-campaign/replace-in-turn.ts'
import { startCluster, stopCluster } from '../support/node-cluster.ts'
import { startPostgres } from '../support/postgres.ts'
import { createSeed } from '../support/seed.ts'
import { endCampaign, sizeOf } from '../support/soak.ts'

const NODES = sizeOf('NODES', 4)
const ROUNDS = sizeOf('ROUNDS', 5)
const LOAD = { readers: 6, importers: 2 }

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-rolling-'))
await using postgres = await startPostgres('postgis', { max_connections: '300' })
const next = await createNextVersion(join(folder.path, 'next'), LATER_MIGRATIONS)
const problems: string[] = []
const figures = { requests: 0, imported: 0, placed: 0 }
for (let round = 1; round <= ROUNDS; round += 1) {
  await replaceAll(join(folder.path, String(round))).catch((error: unknown) =>
    problems.push(`ended early: ${inspect(error)}`),
  )
  console.log(`${round} rounds, ${problems.length} problems`)
}
for (const problem of problems) console.log(`✗ ${problem}`)
const size = `${NODES} nodes, ${ROUNDS} rounds`
endCampaign({ size, failures: problems.length, figures })

async function replaceAll(place: string): Promise<void> {
  const databaseUrl = await postgres.createCatalog()
  const settings = { files: join(place, 'files') }
  await using cluster = await startCluster({ databaseUrl, folder: place, nodes: NODES, settings })
  const { config, secrets } = loadConfig({ flags: { data: cluster.data } })
  await using catalog = await openCatalog(config, secrets)
  const seed = createSeed({ catalog })
  const replacement = { cluster, catalog, seed, next, load: LOAD, goesBack: true }
  const found = await replaceInTurn(replacement)
  problems.push(...found.problems, ...(await findServerErrors(cluster)))
  problems.push(...(await stopCluster(cluster)))
  const phases = found.states.map(({ phase }) => phase)
  if (phases.some((phase, index) => (phase === 'contract') !== (index === phases.length - 1)))
    problems.push(`phases: ${phases.join(', ')}`)
  const images = await catalog.reads.selectFrom('image').select('id').execute()
  const placements = await catalog.reads.selectFrom('georeference').select('id').execute()
  if (images.length !== found.images + found.imported) problems.push(`${images.length} images`)
  if (placements.length !== found.placed) problems.push(`${placements.length} placements`)
  figures.requests += found.requests
  figures.imported += found.imported
  figures.placed += found.placed
}
