/**
 * Imports a manifest, of which every third file is a URL, repeatedly while the importer and the server are killed, files vanish, and requests are lost,
 * delayed, duplicated or cut off at seeded moments; against an instance with idempotency keys, and as if it had none.
 * In the end every row has exactly one image with its bytes and metadata. ROWS, KILLS, SEED and SPEECH (`ours`,
 * `plain 404`, `plain 409`) in the environment change the campaign.
 */

import { env } from 'node:process'
import type { Speech } from '../support/chaos-proxy.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { runCampaign, type CampaignOptions, type Progress } from '../support/campaign.ts'

const ALL: readonly Speech[] = ['ours', 'plain 404', 'plain 409']
const ROWS = sizeOf('ROWS', 300)
const KILLS = sizeOf('KILLS', 200)
const SEED = seedOf(20_261_121)
const { SPEECH } = env
/** Interval between two lines of progress. */
const LINE_EVERY = 20

let failures = 0
const total = { kills: 0, faults: 0, vanished: 0, runs: 0, duplicates: 0, lost: 0, wrong: 0 }
for (const speech of ALL.filter((one) => SPEECH === undefined || SPEECH === one)) {
  failures += await campaign(speech)
}
endCampaign({ size: `${ROWS} rows, ${KILLS} kills`, seed: SEED, failures, figures: total })

async function campaign(speech: Speech): Promise<number> {
  const began = performance.now()
  const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`
  const onKill = ({ kills, ...progress }: Progress): void => {
    if ((kills.client + kills.server) % LINE_EVERY > 1) return
    console.log(`  ${minutes()}: ${inWords({ kills, ...progress })}, ${progress.made} images`)
  }
  const numbers = { rows: ROWS, kills: KILLS, seed: SEED }
  const options: CampaignOptions = { ...numbers, speech, faults: 0.05, vanishing: 0.2, onKill }
  const result = await runCampaign(options)
  const { duplicates, lost, wrong } = result
  total.kills += result.kills.client + result.kills.server
  total.faults += result.faults
  total.vanished += result.vanished
  total.runs += result.runs
  total.duplicates += duplicates
  total.lost += lost
  total.wrong += wrong
  console.log(
    `${speech}, seed ${options.seed}: ${options.rows} rows, ${inWords(result)}, ${minutes()}: ` +
      `${duplicates} duplicates, ${lost} lost, ${wrong} wrong, ${result.failures.length} failures`,
  )
  for (const failure of result.failures) console.log(`  ${failure}`)
  return result.failures.length
}

function inWords({ kills, faults, vanished, runs }: Omit<Progress, 'made'>): string {
  return `${kills.client} kills of the client and ${kills.server} of the server, ${faults} faults, ${vanished} vanished files, ${runs} runs`
}
