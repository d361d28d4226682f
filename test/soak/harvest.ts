/**
 * Kills `catalog harvest run` repeatedly (SIGKILL, after a seeded time) while a remote collection gains, changes, loses and
 * regains records, and sometimes fails. In the end a run that is not killed makes the catalog equal to the remote: each record
 * is one image with its title and its bytes, those that are gone are in the hidden collection, and nothing is there twice.
 * Then a catalog is copied into another one by IIIF and by OAI-PMH, with everything that these tell.
 * `KILLS`, `RECORDS`, `COPIES` and `SEED` in the environment change the numbers.
 */

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256 } from '../support/digests.ts'
import { openImportCli } from '../support/import-cli.ts'
import { openMuseum } from '../support/museum.ts'
import { runProgram } from '../support/program.ts'
import { findRoundTripProblems } from '../support/round-trip.ts'
import { numbersFrom } from '../support/seeded-numbers.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const KILLS = sizeOf('KILLS', 200)
const RECORDS = sizeOf('RECORDS', 60)
/** Images of the catalog that is copied. */
const COPIES = sizeOf('COPIES', 1000)
const SEED = seedOf(20_261_129)
/** Kills after which the remote changes. */
const KILLS_PER_CHANGE = 4
/** A run takes a second to start. */
const MOST_MS = 4000

const below = numbersFrom(SEED)
await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-soak-'))
await using museum = await openMuseum(RECORDS)
const scopes = ['read', 'import', 'moderate'] as const
await using cli = await openImportCli({ scopes: [...scopes] })
const hidden = await cli.seed.collection({ public: 0 })
await writeFile(
  join(folder.path, 'museum.toml'),
  `url = "${museum.url}/c"\ncollection = ${cli.collection}\nwithdrawn_to = ${hidden}\nrate = 1000
allow_private_urls = true\nallow_http = true\n`,
)

const env = {
  CATALOG_URL: cli.server.baseUrl,
  CATALOG_TOKEN: cli.token,
  CATALOG_STATE_DIR: join(folder.path, 'state'),
  CATALOG_PROGRESS: 'none',
}
/** Starts a run, whose withdrawals a person confirmed. */
const run = () =>
  runProgram(['harvest', 'run', 'museum', '--yes', '--json'], { env, cwd: folder.path })

const shown = new Set(Array.from({ length: Math.ceil(RECORDS / 2) }, (_, n) => n))
const titles: Record<number, string> = {}
const problems: string[] = []
let kills = 0
let completed = 0

/** Shows or hides some records, and renames some. */
function changeRemote(): void {
  for (let changes = 0; changes < RECORDS / 10; changes += 1) {
    const number = below(RECORDS)
    if (below(3) === 0) titles[number] = `Renamed ${below(1000)}`
    else if (!shown.delete(number)) shown.add(number)
  }
  museum.show([...shown], titles)
  // A run may read nothing of what was shown only between two changes.
  if (below(4) === 0) museum.publish({ [`/m/${[...shown][0]}`]: { status: 500 } })
}

museum.show([...shown])
while (kills < KILLS) {
  if (kills % KILLS_PER_CHANGE === 0 && kills > 0) changeRemote()
  const child = run()
  const ended = await Promise.race([child, pause(below(MOST_MS))])
  if (ended !== undefined) completed += 1
  child.kill('SIGKILL')
  kills += 1
  await child
  if (kills % 20 === 0) console.log(`${kills} kills, ${completed} runs were quicker`)
}

museum.show([...shown], titles)
for (let attempt = 0; attempt < 2; attempt += 1) {
  const { exitCode, stdout, stderr } = await run()
  const output = `${String(stdout)} ${String(stderr)}`
  if (exitCode !== 0) problems.push(`run ${attempt} ended with ${exitCode}: ${output}`)
}

const images = await cli.images()
const digests = new Map(images.map((image) => [image.file_sha256, image]))
if (digests.size !== images.length) problems.push('an image is there twice')
for (const [number, bytes] of museum.pictures.entries()) {
  const image = digests.get(sha256(bytes))
  const name = `record ${number}`
  if (shown.has(number)) {
    if (image === undefined) problems.push(`${name} has no image`)
    else if (image.title !== (titles[number] ?? `Picture ${number}`))
      problems.push(`${name} is called ${image.title}`)
    else if (image.collection_id !== cli.collection) problems.push(`${name} is hidden`)
  } else if (image !== undefined && image.collection_id !== hidden)
    problems.push(`${name} is gone, and its image is not hidden`)
}

for (const protocol of ['iiif', 'oai'] as const)
  problems.push(...(await findRoundTripProblems(protocol, COPIES, SEED)))

for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${KILLS} kills, ${RECORDS} records, ${COPIES} copies`,
  seed: SEED,
  failures: problems.length,
  figures: { kills, completed, images: images.length, requests: museum.asked.length },
})
