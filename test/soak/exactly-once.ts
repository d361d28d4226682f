/**
 * Imports a manifest again and again while the importer and the server are killed and requests get lost,
 * come late, come twice or break off, at seeded moments; against an instance that answers repetitions, and
 * as if it did not. In the end every row has exactly one image with its bytes and its words.
 */

import { argv, exit } from 'node:process'
import type { Speech } from '../support/chaos-proxy.ts'
import { runCampaign } from '../support/campaign.ts'

const ROWS = 300
const KILLS = 200
const SEED = 20_261_121
const SPEECHES: Speech[] = ['ours', 'plain 404', 'plain 409']

const scale = Number(argv.find((word) => word.startsWith('--scale='))?.slice(8) ?? 1)
let failures = 0
for (const speech of SPEECHES) {
  const began = performance.now()
  const options = { rows: ROWS * scale, kills: KILLS * scale, seed: SEED, speech, faults: 0.05 }
  const result = await runCampaign(options)
  const { kills, faults, runs } = result
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(
    `${speech}: ${options.rows} rows, ${kills.client} kills of the client and ${kills.server} of the server, ` +
      `${faults} faults, ${runs} runs, ${minutes} min: ${result.failures.length} failures`,
  )
  for (const failure of result.failures) console.log(`  ${failure}`)
  failures += result.failures.length
}
exit(failures === 0 ? 0 : 1)
