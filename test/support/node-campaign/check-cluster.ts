import type { Catalog } from '../../../src/core/catalog/catalog.ts'
import { openCatalog } from '../../../src/core/catalog/open-catalog.ts'
import { loadConfig } from '../../../src/core/config/config.ts'
import { deleteLeftovers, finishJobs } from '../import-campaign/finish.ts'
import type { NodeCluster } from '../node-cluster.ts'
import { runProgram } from '../program.ts'
import { createTestClock } from '../test-clock.ts'

const TIMEOUT_MS = 3_600_000

/**
 * Compares the database and the storage with the digests of all acknowledged pictures, after all nodes have stopped.
 * Finishes the jobs and deletes leftovers days later by the clock.
 */
export async function checkCluster(
  { data }: NodeCluster,
  acknowledged: readonly string[],
): Promise<string[]> {
  const { config, secrets } = loadConfig({ flags: { data } })
  const clock = createTestClock(new Date().toISOString())
  await using catalog = await openCatalog(config, secrets, { clock })
  return [
    ...(await finishJobs(catalog, clock)),
    ...(await compareDigests(catalog, acknowledged)),
    ...(await verifyStorage(data)),
    ...(await deleteLeftovers(catalog, clock)),
  ]
}

async function compareDigests({ reads }: Catalog, sent: readonly string[]): Promise<string[]> {
  const images = await reads.selectFrom('image').select('file_sha256').execute()
  const digests = images.map(({ file_sha256 }) => file_sha256)
  const stored = new Set(digests)
  const lost = sent.filter((digest) => !stored.has(digest))
  return [
    ...lost.map((digest) => `an acknowledged picture is lost: ${digest}`),
    ...(stored.size === digests.length ? [] : [`${digests.length - stored.size} duplicates`]),
  ]
}

async function verifyStorage(data: string): Promise<string[]> {
  const argv = ['admin', 'storage', 'verify', '--data', data, '--output', 'ndjson']
  const { exitCode, stdout, stderr } = await runProgram(argv, { timeout: TIMEOUT_MS })
  return exitCode === 0
    ? []
    : [`admin storage verify: ${exitCode} ${String(stdout)} ${String(stderr)}`]
}

/** Lists the responses that are server errors, except 503 with Retry-After. */
export async function findServerErrors(cluster: NodeCluster): Promise<string[]> {
  const problems: string[] = []
  for await (const { status, retryAfter, request } of cluster.responses()) {
    if (status >= 500 && (status !== 503 || retryAfter === null))
      problems.push(`${status} in response to ${request}`)
  }
  return problems
}
