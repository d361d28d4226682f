/**
 * Requests every tile and size that viewers compute from `info.json`, for pictures of random sizes. Each response has
 * to have exactly the promised size. `PICTURES` sets their number (150 by default), `SEED` the seed.
 */

import { createRandom } from '../support/campaign.ts'
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
const failures: string[] = []
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

/** Mostly small, often next to a multiple of the tile side, sometimes long. */
function pickSide(): number {
  const kind = random()
  if (kind < 0.3) return 1 + Math.floor(random() * 40)
  if (kind < 0.7) return 512 * (1 + Math.floor(random() * 8)) + Math.floor(random() * 3) - 1
  return 1 + Math.floor(random() * LONGEST_SIDE)
}
