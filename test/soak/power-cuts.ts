/**
 * Cuts the power of the disk repeatedly during imports and replacements, after a seeded number of requests: the file
 * system stops without flushing its journal, so that everything that was not synced is lost, and the server is killed.
 * After each restart every acknowledged file has to be present, byte for byte, and the importer repeats requests without
 * a response, with the same keys. In the end every file is one image or has replaced another, and the store holds no
 * file without a row. Needs root, `mkfs.ext4` and `xfs_io`. `CUTS`, `FILES` and `SEED` in the environment change the
 * numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareCampaign } from '../support/import-campaign/campaign.ts'
import { checkAcknowledged, checkEnd } from '../support/import-campaign/checks.ts'
import { createImporter } from '../support/import-campaign/importer.ts'
import { spawnServer } from '../support/program.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { createVolatileDisk } from '../support/volatile-disk.ts'

const CUTS = sizeOf('CUTS', 105)
/** Enough files for the last cut to happen during the import. */
const FILES = Number(env.FILES ?? Math.max(12, CUTS * 4))
const MOST_REQUESTS = 15
const LAST_PASSES = 3
const SEED = seedOf(20_261_127)

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
await using disk = await createVolatileDisk(folder.path)
const data = join(disk.path, 'data')
const campaign = await prepareCampaign(data, FILES)
const importer = createImporter(campaign, { mayFail: true })
const below = numbersFrom(SEED)
const problems: string[] = []
const isLeft = (): boolean => campaign.files.some(({ isDone }) => !isDone)
let cuts = 0

while (cuts < CUTS && isLeft()) {
  await serveUntilPowerIsCut()
  cuts += 1
  await disk.restorePower()
  if (cuts % 20 === 0) console.log(`${cuts} power cuts, ${problems.length} problems`)
}
const between = campaign.files.filter(({ isDone }) => isDone).length
{
  await using server = await spawnServer(data, '--log-level', 'silent')
  problems.push(...(await checkAcknowledged(campaign)))
  for (let pass = 0; pass < LAST_PASSES && isLeft(); pass += 1)
    await importer.importAll(server.baseUrl)
}
const all = [...problems, ...importer.problems, ...(await checkEnd(campaign))]
for (const problem of all) console.log(`✗ ${problem}`)
console.log(`${between} of ${FILES} files were imported between ${cuts} power cuts (seed ${SEED})`)
endCampaign({
  size: `${CUTS} power cuts, ${FILES} files`,
  seed: SEED,
  failures: all.length,
  figures: { cuts, imported_between: between, requests: importer.asked },
})

async function serveUntilPowerIsCut(): Promise<void> {
  await using server = await spawnServer(data, '--log-level', 'silent')
  problems.push(...(await checkAcknowledged(campaign)))
  const goal = importer.asked + 1 + below(MOST_REQUESTS)
  const work = importer.importAll(server.baseUrl)
  await Promise.race([work, untilAsked(goal)])
  await pause(below(20))
  await disk.cutPower()
  server.child.kill('SIGKILL')
  await server.child
  await work
}

async function untilAsked(goal: number): Promise<void> {
  while (importer.asked < goal && isLeft()) await pause(1)
}
