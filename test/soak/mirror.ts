/**
 * Kills `catalog mirror` repeatedly (SIGKILL, after a seeded time) while its catalog changes. At each kill, the mirror is a whole
 * dump. In the end it equals a new one. `KILLS`, `IMAGES` and `SEED` in the environment change the numbers.
 */

import { runMirrorCampaign } from '../support/mirror-campaign.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const KILLS = sizeOf('KILLS', 200)
const IMAGES = sizeOf('IMAGES', 450)
const SEED = seedOf(20_261_130)

const { problems, ...figures } = await runMirrorCampaign({
  kills: KILLS,
  images: IMAGES,
  seed: SEED,
  onKill(kills, completed) {
    if (kills % 20 === 0) console.log(`${kills} kills, ${completed} runs were quicker`)
  },
})
for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${KILLS} kills, ${IMAGES} images`,
  seed: SEED,
  failures: problems.length,
  figures: { kills: KILLS, ...figures },
})
