/**
 * Requests every tile and size that viewers compute from `info.json`, for pictures of random sizes. Each response has
 * to have exactly the promised size. The parser of Allmaps reads the documents, and those of all pictures of the demo.
 * `PICTURES` sets their number (150 by default), `SEED` the seed.
 */

import { loadDump } from '../../src/core/dump/load.ts'
import { findParserProblems } from '../support/allmaps-parser.ts'
import { createRandom } from '../support/campaign.ts'
import { DEMO } from '../support/demo.ts'
import { createSeed } from '../support/seed.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { createTestClock } from '../support/test-clock.ts'
import { startTestServer } from '../support/test-server.ts'
import { viewPicture } from '../support/viewer-campaign.ts'

const PICTURES = sizeOf('PICTURES', 150)
const SEED = seedOf(1)
const LONGEST_SIDE = 9000

const random = createRandom(SEED)
const clock = createTestClock()
await using server = await startTestServer({}, { clock })
const seed = createSeed(server)
const failures = await judgeDemo()
let requests = 0
for (let picture = 1; picture <= PICTURES; picture += 1) {
  const size = { width: pickSide(), height: pickSide() }
  const viewed = await viewPicture(server, seed, size)
  requests += viewed.requests
  failures.push(...viewed.failures)
  for (const failure of viewed.failures.slice(0, 10)) console.log(`✗ ${failure}`)
  if (picture % 10 === 0) console.log(`${picture} pictures, ${requests} requests`)
  // Otherwise the limit of rendered images per minute would apply.
  clock.advance(60)
}
endCampaign({
  size: `${PICTURES} pictures`,
  seed: SEED,
  failures: failures.length,
  figures: { requests },
})

/** Reads the documents of all public images of the demo that have a picture. */
async function judgeDemo(): Promise<string[]> {
  await loadDump(server.catalog, DEMO, { acceptStaff: true })
  await server.catalog.jobs.drain()
  const images = await server.catalog.reads
    .selectFrom('image')
    .innerJoin('collection', 'collection.id', 'image.collection_id')
    .innerJoin('source', 'source.id', 'collection.source_id')
    .select('image.id')
    .where('file_version', 'is not', null)
    .where('collection.public', '=', 1)
    .where('source.public', '=', 1)
    .execute()
  const problems: string[] = []
  for (const { id } of images) {
    const { iiif_url } = await server.get(`/api/v2/images/${id}/`)
    const [, identifier = String(id)] = /\/3\/(.+?)\//.exec(iiif_url) ?? []
    problems.push(...(await findParserProblems(server, id, identifier)))
  }
  for (const problem of problems) console.log(`✗ ${problem}`)
  console.log(`${images.length} pictures of the demo`)
  if (images.length === 0) problems.push('the demo has no picture')
  return problems
}

/** Mostly small, often next to a multiple of the tile side, sometimes long. */
function pickSide(): number {
  const kind = random()
  if (kind < 0.3) return 1 + Math.floor(random() * 40)
  if (kind < 0.7) return 512 * (1 + Math.floor(random() * 8)) + Math.floor(random() * 3) - 1
  return 1 + Math.floor(random() * LONGEST_SIDE)
}
