/**
 * Imports a manifest again and again while the importer and the server are killed and requests get lost,
 * come late, come twice or break off, at seeded moments; against an instance that answers repetitions, and
 * as if it did not. In the end every row has exactly one image with its bytes and its words.
 * ROWS, KILLS, SEED and SPEECH (`ours`, `plain 404`, `plain 409`) in the environment change what is done.
 */

import { env, exit } from 'node:process'
import type { Speech } from '../support/chaos-proxy.ts'
import { runCampaign, type CampaignOptions, type Progress } from '../support/campaign.ts'

const ALL: readonly Speech[] = ['ours', 'plain 404', 'plain 409']
const { ROWS = 300, KILLS = 200, SEED = 20_261_121, SPEECH } = env
/** Between two lines that tell how far it is. */
const LINE_EVERY = 20

let failures = 0
for (const speech of ALL.filter((one) => SPEECH === undefined || SPEECH === one)) {
  failures += await campaign(speech)
}
exit(failures === 0 ? 0 : 1)

async function campaign(speech: Speech): Promise<number> {
  const began = performance.now()
  const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`
  const onKill = ({ kills, ...progress }: Progress): void => {
    if ((kills.client + kills.server) % LINE_EVERY > 1) return
    console.log(`  ${minutes()}: ${inWords({ kills, ...progress })}, ${progress.made} images`)
  }
  const numbers = { rows: Number(ROWS), kills: Number(KILLS), seed: Number(SEED) }
  const options: CampaignOptions = { ...numbers, speech, faults: 0.05, onKill }
  const result = await runCampaign(options)
  const { duplicates, lost, wrong } = result
  console.log(
    `${speech}, seed ${options.seed}: ${options.rows} rows, ${inWords(result)}, ${minutes()}: ` +
      `${duplicates} duplicates, ${lost} lost, ${wrong} wrong, ${result.failures.length} failures`,
  )
  for (const failure of result.failures) console.log(`  ${failure}`)
  return result.failures.length
}

function inWords({ kills, faults, runs }: Omit<Progress, 'made'>): string {
  return `${kills.client} kills of the client and ${kills.server} of the server, ${faults} faults, ${runs} runs`
}
