import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimUpload } from '../../../src/core/writes/imports/claimed-upload.ts'
import { beginRequest } from '../../../src/core/writes/run/idempotent-request.ts'
import { enqueueJob } from '../../../src/core/job-queue/enqueue.ts'
import { readResponse, type ImportApi } from '../../support/import-api.ts'
import { openSharedPlace, type SharedPlace } from '../../support/nodes.ts'
import { plain, RED } from '../../support/pictures.ts'
import { postgresIsMissing } from '../../support/postgres.ts'

const USER = 1001

describe.skipIf(postgresIsMissing('postgis'))('a node that starts', () => {
  let place: SharedPlace
  let api: ImportApi

  beforeAll(async () => {
    place = await openSharedPlace()
    api = await place.openImportApi()
  })

  afterAll(() => place[Symbol.asyncDispose]())

  test('leaves the claim of a running commit to its node until the lease expires', async () => {
    const { catalog, clock } = api.server
    const picture = await plain(8, 8, RED).jpeg().toBuffer()
    const slot = await api.uploadToNewSlot(picture)
    const context = { actor: { userId: USER }, now: clock.now() }
    const key = { userId: USER, key: 'the-key', content: slot }
    await catalog.write((tx) => beginRequest(tx, key, clock.now()))
    await catalog.write((tx) => claimUpload(tx, { slotId: slot.slot_id }, context))

    await using _node = await place.startNode()
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
    const { catalog, clock } = api.server
    const now = clock.now()
    const held = { state: 'running', lease: 'held', leased_until: now + 60_000_000 } as const
    await catalog.write(async (tx) => {
      await enqueueJob(tx, { kind: 'remove', imageId: null, runAt: now + 1 }, now)
      await tx.updateTable('job').set(held).where('kind', '=', 'remove').execute()
    })
    await using node = await place.startNode()
    await node.catalog.jobs.drain()
    const jobs = catalog.reads.selectFrom('job').select(['state', 'lease'])
    expect(await jobs.where('kind', '=', 'remove').execute()).toEqual([
      { state: 'running', lease: 'held' },
    ])
  })
})
