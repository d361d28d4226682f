/**
 * Random writes by four nodes and another program on one PostgreSQL database, and by two processes on a SQLite database, whose
 * commits are held back at random, while readers follow the log of public changes. In the end each reader has what a new crawl
 * finds. `WRITES`, `READERS` and `SEED` change the numbers.
 */

import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore as openPostgres } from '../../src/core/database/postgres/open-store.ts'
import { openStore as openSqlite } from '../../src/core/database/sqlite/open-store.ts'
import {
  createRetitle,
  runChangeCampaign,
  type ChangeCampaign,
} from '../support/change-campaign.ts'
import { startPostgres } from '../support/postgres.ts'
import { endCampaign, seedOf, sizeOf } from '../support/soak.ts'

const WRITES = sizeOf('WRITES', 100_000)
const READERS = sizeOf('READERS', 4)
const SEED = seedOf(20_261_129)
const NODES = 4
const SHOWN_EVERY = 5000

const figures: Record<string, number> = {}
const problems = [...(await onPostgres()), ...(await onSqlite())]
for (const problem of problems.slice(0, 20)) console.log(problem)
endCampaign({ size: `${WRITES} writes`, seed: SEED, failures: problems.length, figures })

async function onPostgres(): Promise<string[]> {
  await using postgres = await startPostgres('postgis', { autovacuum: 'on' })
  const url = await postgres.createDatabase()
  await using stack = new AsyncDisposableStack()
  const open = async () => stack.use(await openPostgres({ url, busyTimeoutMs: 60_000 }))
  const stores = await Promise.all(Array.from({ length: NODES }, open))
  const client = new pg.Client(url)
  await client.connect()
  stack.defer(() => client.end())
  return await run('postgres', { stores, retitle: createRetitle(client) })
}

async function onSqlite(): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-changes-'))
  const file = join(folder.path, 'catalog.sqlite')
  await using stack = new AsyncDisposableStack()
  const stores = [stack.use(await openSqlite({ file })), stack.use(await openSqlite({ file }))]
  return await run('sqlite', { stores })
}

async function run(
  engine: string,
  campaign: Pick<ChangeCampaign, 'stores' | 'retitle'>,
): Promise<string[]> {
  let written = 0
  const onWrite = (): void => {
    written += 1
    if (written % SHOWN_EVERY === 0) console.log(`${engine}: ${written} writes`)
  }
  const result = await runChangeCampaign({
    ...campaign,
    writes: WRITES,
    readers: READERS,
    seed: SEED,
    onWrite,
  })
  figures[`read_on_${engine}`] = result.read
  return result.problems
}
