/**
 * Makes the disk of a server fail repeatedly during imports and replacements: every fsync fails with EIO, of all
 * files or only of the write-ahead log, for a seeded number of requests. Every fourth time the server is killed
 * meanwhile. No acknowledged file may be lost, each error has to be a 503, and the import has to complete by
 * itself. Needs strace. `ROUNDS`, `FILES` and `SEED` in the environment change the numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exit } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { canFailSyncs, failSyncs } from '../support/failing-syncs.ts'
import { prepareCampaign } from '../support/import-campaign/campaign.ts'
import { checkAcknowledged, checkEnd } from '../support/import-campaign/checks.ts'
import { createImporter } from '../support/import-campaign/importer.ts'
import { spawnServer } from '../support/program.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'

const ROUNDS = sizeOf('ROUNDS', 60)
const FILES = sizeOf('FILES', 400)
const SEED = seedOf(20_261_121)
const MOST_REQUESTS = 12
const ROUNDS_OF_A_LIFE = 4
const LAST_PASSES = 3

if (!(await canFailSyncs())) {
  console.log('strace is missing, or may not attach to processes here: nothing was tried')
  endCampaign({ size: 'skipped without strace', failures: 0, figures: {} })
  exit()
}
await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-syncs-'))
const data = join(folder.path, 'data')
const campaign = await prepareCampaign(data, FILES)
const importer = createImporter(campaign, { mayFail: true })
const below = numbersFrom(SEED)
const problems: string[] = []
const isLeft = (): boolean => campaign.files.some(({ isDone }) => !isDone)
const count = { rounds: 0, kills: 0 }

while (count.rounds < ROUNDS && isLeft()) await serveTroubled()
const troubled = campaign.files.filter(({ isDone }) => isDone).length
{
  await using server = await spawnServer(data, '--log-level', 'silent')
  for (let pass = 0; pass < LAST_PASSES && isLeft(); pass += 1)
    await importer.importAll(server.baseUrl)
}
const all = [...problems, ...importer.problems, ...(await checkEnd(campaign))]
for (const problem of all) console.log(`✗ ${problem}`)
console.log(
  `${count.rounds} times the disk failed, ${count.kills} times the server was killed in it (seed ${SEED})`,
)
console.log(`${importer.asked} requests, ${importer.putOff} answered with 503`)
console.log(`${troubled} of ${FILES} files were imported in between, ${all.length} problems`)
endCampaign({
  size: `${ROUNDS} rounds, ${FILES} files`,
  seed: SEED,
  failures: all.length,
  figures: { ...count, requests: importer.asked, answered_503: importer.putOff },
})

/** Runs a server through several rounds of failures, and kills it in the last one. */
async function serveTroubled(): Promise<void> {
  await using server = await spawnServer(data, '--log-level', 'silent')
  const life = { isOver: false }
  const work = keepImporting(server.baseUrl, life)
  for (let turn = 1; turn <= ROUNDS_OF_A_LIFE && isLeft(); turn += 1) {
    problems.push(...(await checkAcknowledged(campaign)))
    await failAWhile(server.child.pid!, () => {
      if (turn < ROUNDS_OF_A_LIFE) return
      count.kills += 1
      server.child.kill('SIGKILL')
    })
  }
  life.isOver = true
  await work
}

async function failAWhile(pid: number, end: () => void): Promise<void> {
  await untilAsked(importer.asked + below(MOST_REQUESTS))
  const scope = below(2) === 0 ? undefined : join(data, 'catalog.sqlite-wal')
  await using _failing = await failSyncs(pid, scope)
  await untilAsked(importer.asked + 1 + below(MOST_REQUESTS))
  count.rounds += 1
  end()
}

async function keepImporting(baseUrl: string, life: { isOver: boolean }): Promise<void> {
  while (!life.isOver && isLeft()) await importer.importAll(baseUrl)
}

async function untilAsked(goal: number): Promise<void> {
  while (importer.asked < goal && isLeft()) await pause(1)
}
