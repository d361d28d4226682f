/**
 * Kills servers, and between their starts empties, exchanges, rolls back, ages and unmounts the database and the files. No
 * original that was acknowledged, and not deleted since, is ever unrecoverable: it is in place or in the trash, and a server
 * serves, or refuses with a sentence. `ROUNDS` and `SEED` in the environment change the numbers.
 */

import { runStoreFaults } from '../support/store-faults.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const ROUNDS = sizeOf('ROUNDS', 1000)
const SEED = seedOf(20_261_127)

const { problems, figures } = await runStoreFaults({
  rounds: ROUNDS,
  seed: SEED,
  onRound(round, done) {
    if (round % 20 === 0) console.log(`${round} rounds, ${JSON.stringify(done)}`)
  },
})
for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${ROUNDS} rounds`,
  seed: SEED,
  failures: problems.length,
  figures: { ...figures },
})
