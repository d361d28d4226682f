import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireSlotClaim } from '../../../src/core/actions/slots/claimed-upload.ts'
import { beginRequest } from '../../../src/core/actions/slots/idempotent-request.ts'
import { enqueueJob } from '../../../src/core/jobs/queue/enqueue.ts'
import { openImportApi, readResponse, type ImportApi } from '../../support/import-api.ts'
import { plain, RED } from '../../support/pictures.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { createTestClock } from '../../support/test-clock.ts'
import { startTestServer } from '../../support/test-server.ts'

const USER = 1001

describe.skipIf(postgresIsMissing('postgis'))('a node that starts', () => {
  const clock = createTestClock()
  let postgres: Postgres
  let databaseUrl: string
  let api: ImportApi

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
    databaseUrl = await postgres.createDatabase()
    api = await openImportApi({}, { clock, databaseUrl })
  })

  afterAll(async () => {
    await api[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  test('leaves the claim of a running commit to its node until the lease expires', async () => {
    const { catalog } = api.server
    const picture = await plain(8, 8, RED).jpeg().toBuffer()
    const slot = await api.uploadToNewSlot(picture)
    const owner = { slotId: slot.slot_id, userId: USER }
    const key = { userId: USER, key: 'the-key', content: slot }
    await catalog.write((tx) => beginRequest(tx, key, clock.now()))
    await catalog.write((tx) => requireSlotClaim(tx, owner, clock.now()))

    await using _node = await startTestServer({}, { clock, databaseUrl })
    const [status, body] = await readResponse(await api.commit(slot))
    expect([status, body]).toEqual([404, expect.objectContaining({ code: 'slot_in_use' })])
    await expect(catalog.write((tx) => beginRequest(tx, key, clock.now()))).rejects.toMatchObject({
      details: { code: 'in_progress' },
    })

    clock.advance(121)
    const begun = await catalog.write((tx) => beginRequest(tx, key, clock.now()))
    expect(begun).toMatchObject({ heldKey: { key: 'the-key' } })
    expect((await api.commit(slot)).status).toBe(201)
  })

  test('runs no job that another node is running', async () => {
    const { catalog } = api.server
    const now = clock.now()
    const held = { state: 'running', lease: 'held', leased_until: now + 60_000_000 } as const
    await catalog.write(async (tx) => {
      await enqueueJob(tx, { kind: 'remove', imageId: null, runAt: now + 1 }, now)
      await tx.updateTable('job').set(held).where('kind', '=', 'remove').execute()
    })
    await using node = await startTestServer({}, { clock, databaseUrl })
    await node.catalog.jobs.drain()
    const jobs = catalog.reads.selectFrom('job').select(['state', 'lease'])
    expect(await jobs.where('kind', '=', 'remove').execute()).toEqual([
      { state: 'running', lease: 'held' },
    ])
  })
})
