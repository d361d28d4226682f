/**
 * Kills the server repeatedly during imports and replacements (SIGKILL, after a seeded number of requests). After
 * each restart every acknowledged file has to be present, byte for byte, and the importer repeats requests without a
 * response, with the same keys. In the end every file is one image or has replaced another, no slot is stuck, the
 * derivatives exist, and after the cleanup the store holds no file without a row. `KILLS`, `FILES` and `SEED` in
 * the environment change the numbers. Ctrl-C ends the campaign early, with the results so far.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareCampaign } from '../support/import-campaign/campaign.ts'
import { checkAcknowledged, checkEnd } from '../support/import-campaign/checks.ts'
import { createImporter } from '../support/import-campaign/importer.ts'
import { spawnServer } from '../support/program.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'

const KILLS = sizeOf('KILLS', 200)
/** Enough files for the last kill to happen during the import. */
const FILES = Number(env.FILES ?? Math.max(12, KILLS * 3))
const MOST_REQUESTS = 15
const SEED = seedOf(20_261_121)

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
const data = join(folder.path, 'data')
const campaign = await prepareCampaign(data, FILES)
const importer = createImporter(campaign)
const below = numbersFrom(SEED)
const problems: string[] = []
const isLeft = (): boolean => campaign.files.some(({ isDone }) => !isDone)
let kills = 0
const enough = new AbortController()
process.once('SIGINT', () => enough.abort())

while (kills < KILLS && isLeft() && !enough.signal.aborted) {
  await using server = await spawnServer(data, '--log-level', 'silent')
  problems.push(...(await checkAcknowledged(campaign)))
  const goal = importer.asked + 1 + below(MOST_REQUESTS)
  const work = importer.importAll(server.baseUrl)
  await Promise.race([work, untilAsked(goal)])
  await pause(below(20))
  server.child.kill('SIGKILL')
  kills += 1
  await server.child
  await work
  if (kills % 20 === 0) console.log(`${kills} kills, ${problems.length} problems`)
}
const before = campaign.files.filter(({ isDone }) => isDone).length
{
  await using server = await spawnServer(data, '--log-level', 'silent')
  await importer.importAll(server.baseUrl)
}
const all = [...problems, ...importer.problems, ...(await checkEnd(campaign))]
for (const problem of all) console.log(`✗ ${problem}`)
console.log(`${before} of ${FILES} files were imported between ${kills} kills (seed ${SEED})`)
endCampaign({
  size: `${KILLS} kills, ${FILES} files`,
  seed: SEED,
  failures: all.length,
  figures: { kills, imported_between: before, requests: importer.asked },
})

async function untilAsked(goal: number): Promise<void> {
  while (importer.asked < goal && isLeft()) await pause(1)
}
