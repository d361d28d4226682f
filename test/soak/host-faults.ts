/**
 * Lets things go wrong on the host of a server, at random: signals, owners, permissions, missing, full and read-only disks,
 * damaged and missing files. The server must serve, or end with a sentence. What the sentence says is done, and the catalog
 * must then be in service with every write that it acknowledged. Needs root for most faults. `ROUNDS` and `SEED` in the
 * environment change the numbers; `FIRST=57 ROUNDS=1` repeats a round.
 */

import { runHostFaults } from '../support/host-faults/rounds.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const ROUNDS = sizeOf('ROUNDS', 200)
const SEED = seedOf(35_010)

const FIRST = Number(process.env.FIRST ?? 1)

const { problems, figures } = await runHostFaults({
  rounds: ROUNDS,
  first: FIRST,
  seed: SEED,
  onRound(round, done) {
    if (round % 10 === 0) console.log(`${round} rounds, ${JSON.stringify(done)}`)
  },
  onProblem: (problem) => console.log(`✗ ${problem}`),
})
const { remedies, ...counts } = figures
console.log(JSON.stringify(remedies, undefined, 2))
endCampaign({
  size: `${ROUNDS} rounds`,
  seed: SEED,
  failures: problems.length,
  figures: { ...counts, sentences: Object.keys(remedies).length },
})
