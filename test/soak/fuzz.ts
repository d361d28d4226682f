/**
 * Fuzzes every operation of the OpenAPI document with parameters, headers, tokens and bodies that are almost valid,
 * of the wrong type, too long, malformed or hostile. No response may be a 5xx other than 503, and the document has to
 * declare each. REQUESTS, SEED and FIRST in the environment select the requests. The log file records each failure
 * with its number, and `FIRST=<number> REQUESTS=1` repeats that request. `NODES=2` fuzzes two nodes on PostgreSQL and a
 * bucket instead of one server on SQLite.
 */

import { appendFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import type { FuzzFailure } from '../support/fuzz/campaign.ts'
import { setup as startTemplate } from '../support/postgres-template.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const requests = sizeOf('REQUESTS', 100_000)
const seed = seedOf(1)
const first = Number(env.FIRST ?? 0)
const SHOWN = 20

const logFile = join(await mkdtemp(join(tmpdir(), 'catalog-fuzz-')), 'failures.ndjson')
const pending: Promise<void>[] = []
const began = performance.now()
let shown = 0

function onFailure({ index, problem, request }: FuzzFailure): void {
  const body = request.body?.toString('base64').slice(0, 20_000)
  const line = JSON.stringify({ seed, index, problem, ...request, body })
  pending.push(appendFile(logFile, `${line}\n`))
  if (shown++ < SHOWN) console.log(`✗ ${index} ${request.operation}: ${problem.slice(0, 400)}`)
}

const nodes = Number(env.NODES ?? 0)
const stopTemplate = nodes > 0 ? await useNodes() : undefined
const { fuzz } = await import('../support/fuzz/campaign.ts')
const { failures, statuses, operations, slowestMs } = await fuzz({
  seed,
  first,
  requests,
  onFailure,
})
await Promise.all(pending)
await stopTemplate?.()
const seconds = (performance.now() - began) / 1000
const answers = Object.entries(statuses).map(([status, count]) => `${status} ${count}×`)
console.log(`${requests} requests from seed ${seed}, number ${first}: ${answers.join(', ')}`)
if (failures.length > 0) console.log(`The failures are in ${logFile}.`)
endCampaign({
  size: `${requests} requests${nodes > 0 ? `, ${nodes} nodes` : ''}`,
  seed,
  failures: failures.length,
  figures: {
    operations,
    per_second: Math.round(requests / seconds),
    slowest_ms: Math.round(slowestMs),
    refused_503: statuses['503'] ?? 0,
  },
})

/** The test server reads these variables when its modules are loaded. */
async function useNodes(): Promise<() => Promise<void>> {
  env.CATALOG_TEST_ENGINE = 'postgres'
  env.CATALOG_TEST_NODES = String(nodes)
  return await startTemplate()
}
