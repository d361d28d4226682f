/**
 * Imports every file of the picture corpus: slot, upload, commit, job. Each has to get its expected verdict, the
 * server has to respond afterwards, and the memory of server and image processes has to stay within limits.
 * `ONLY=pattern` selects files by name, `SCALE=0.1` every tenth. `UPDATE_GOLDENS=1` records the verdicts of randomly
 * altered files.
 */

import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalog } from '../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../src/core/config/config.ts'
import { importSpecimen, repetitions } from '../support/corpus/campaign.ts'
import type { Visit } from '../support/corpus/campaign.ts'
import { corpus } from '../support/corpus/corpus.ts'
import type { Verdict } from '../support/corpus/specimen.ts'
import { readVerdicts, VERDICTS } from '../support/corpus/recorded.ts'
import { watchMemory } from '../support/process-memory.ts'
import { spawnServerFor } from '../support/program.ts'
import { endCampaign } from '../support/soak.ts'
import { createSeed } from '../support/seed.ts'
import { bearer, issueToken } from '../support/tokens.ts'

/** Limits in megabytes: for a child, its pixels and the overhead of Node. The server holds no pixels. */
const CHILD_MEGABYTES = 1536 + 640
const SERVER_MEGABYTES = 512

const LONGEST_MS = 60 * 60 * 1000

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-corpus-'))
const { config, secrets } = loadConfig({ flags: { data: join(folder.path, 'data') } })
await using catalog = await openCatalog(config, secrets)
const token = await issueToken({ catalog }, { staff: true, scopes: ['import'] })
const collection = await createSeed({ catalog }).collection()
await using server = await spawnServerFor(LONGEST_MS, config.data, '--log-level', 'silent')
const memory = watchMemory(server.child.pid!)
const visit: Visit = {
  baseUrl: server.baseUrl,
  headers: bearer(token),
  collection,
  catalog,
  settle,
}

/** Runs the jobs of the image to their end. Makes another attempt due at once. */
async function settle(imageId: number): Promise<void> {
  for (;;) {
    const job = await catalog.reads
      .selectFrom('job')
      .select('id')
      .where('image_id', '=', imageId)
      .where('state', 'in', ['queued', 'running'])
      .executeTakeFirst()
    if (!job) return
    const run_at = catalog.clock.now()
    await catalog.write((tx) =>
      tx
        .updateTable('job')
        .set({ run_at })
        .where('id', '=', job.id)
        .where('run_at', '>', run_at)
        .execute(),
    )
    await pause(20)
  }
}

const recorded = await readVerdicts()
const all = corpus(catalog.images.accepted)
const every = Math.max(1, Math.round(1 / Number(env.SCALE ?? 1)))
const asked = all.filter(
  ({ name }, index) => index % every === 0 && new RegExp(env['ONLY'] ?? '').test(name),
)
const counts: Record<string, Record<string, number>> = {}
const times: { name: string; seconds: number }[] = []
let failures = 0

for (const specimen of asked) {
  const began = performance.now()
  const problems: string[] = []
  try {
    const found = await importSpecimen(visit, specimen)
    problems.push(...found.problems)
    if (specimen.verdict === undefined) problems.push(...compared(specimen.name, found.verdict))
    const part = specimen.name.startsWith('bomb') ? 'bombs' : 'others'
    const row = (counts[found.verdict] ??= {})
    row[part] = (row[part] ?? 0) + 1
    if (problems.length > 0) problems.push(found.said)
  } catch (error) {
    problems.push(String(error))
  }
  times.push({ name: specimen.name, seconds: (performance.now() - began) / 1000 })
  if (problems.length === 0) continue
  failures += 1
  console.log(`✗ ${specimen.name}: ${problems.join('; ')}`)
}

function compared(name: string, verdict: Verdict): string[] {
  if (env['UPDATE_GOLDENS']) recorded[name] = verdict
  return recorded[name] === verdict ? [] : [`${verdict}, recorded is ${recorded[name]}`]
}

const alive = await fetch(`${server.baseUrl}/api/v2/stats/`)
if (alive.status !== 200) failures += 1
const peaks = await memory.stop()
if (env['UPDATE_GOLDENS']) await writeFile(VERDICTS, `${JSON.stringify(recorded, null, 2)}\n`)
console.log(`${asked.length} files, ${failures} not as meant`)
console.table(counts)
console.log('longest:')
for (const { name, seconds } of times.sort((a, b) => b.seconds - a.seconds).slice(0, 5))
  console.log(`  ${seconds.toFixed(1)} s  ${name}`)
console.log(
  `${repetitions.count} requests were sent again because their connection had been closed`,
)
console.log(`peak memory: server ${peaks.server} MB, an image process ${peaks.child} MB`)
const isBounded = peaks.server < SERVER_MEGABYTES && peaks.child < CHILD_MEGABYTES
endCampaign({
  size: `${asked.length} files`,
  failures: failures + (isBounded ? 0 : 1),
  figures: { server_peak_mb: peaks.server, image_process_peak_mb: peaks.child },
})
