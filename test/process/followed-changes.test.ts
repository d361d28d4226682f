import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { openStore as openPostgres } from '../../src/core/database/postgres/open-store.ts'
import { openStore as openSqlite } from '../../src/core/database/sqlite/open-store.ts'
import type { Store } from '../../src/core/database/store.ts'
import { createRetitle, runChangeCampaign } from '../support/change-campaign.ts'
import { postgresIsMissing, startPostgres } from '../support/postgres.ts'

const CAMPAIGN = { writes: 150, readers: 3, seed: 11 }

test('who follows the changes of two processes on SQLite misses none', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-changes-'))
  const file = join(folder.path, 'catalog.sqlite')
  await using stores = new AsyncDisposableStack()
  const open = async (): Promise<Store> => stores.use(await openSqlite({ file }))
  const campaign = { ...CAMPAIGN, stores: [await open(), await open()] }
  const { problems, read } = await runChangeCampaign(campaign)
  expect(problems).toEqual([])
  expect(read).toBeGreaterThan(CAMPAIGN.writes)
})

describe.skipIf(postgresIsMissing('postgis'))('on PostgreSQL', () => {
  test('who follows the changes of four nodes and of another program misses none', async () => {
    await using postgres = await startPostgres('postgis')
    const url = await postgres.createCatalog()
    await using stack = new AsyncDisposableStack()
    const stores: Store[] = []
    for (let node = 0; node < 4; node += 1) stores.push(stack.use(await openPostgres({ url })))
    const client = new pg.Client(url)
    await client.connect()
    stack.defer(() => client.end())
    const { problems, read } = await runChangeCampaign({
      ...CAMPAIGN,
      stores,
      retitle: createRetitle(client),
    })
    expect(problems).toEqual([])
    expect(read).toBeGreaterThan(CAMPAIGN.writes)
  })
})
