import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJob } from '../../../src/core/job-queue/enqueue.ts'
import type { ImportApi } from '../../support/import-api.ts'
import { openSharedPlace, type SharedPlace } from '../../support/nodes.ts'
import { isTokenValid, obtainTokens, postForm } from '../../support/oauth.ts'
import { plain, RED } from '../../support/pictures.ts'
import { postgresIsMissing } from '../../support/postgres.ts'
import type { TestServer } from '../../support/test-server.ts'

describe.skipIf(postgresIsMissing('postgis'))('after a write on another node', () => {
  let place: SharedPlace
  let api: ImportApi
  let other: TestServer

  beforeAll(async () => {
    place = await openSharedPlace()
    api = await place.openImportApi()
    other = await place.startNode()
  })

  afterAll(() => place[Symbol.asyncDispose]())

  test('lists, searches and cached responses are up to date', async () => {
    const picture = await plain(8, 8, RED).jpeg().toBuffer()
    for (const title of ['Quay in the fog', 'Quay at noon', 'Quay at night']) {
      const image = await api.commit(await api.uploadToNewSlot(picture), { title })
      const { image_id: id } = await image.json()
      const path = `/api/v2/images/${id}/`
      expect((await other.get(path)).title).toBe(title)
      const found = await other.get(`/api/v2/search/text/?q=${encodeURIComponent(title)}`)
      expect(found.results[0]).toMatchObject({ id, title })
      const listed = await other.get('/api/v2/images/')
      expect(listed.results.map((each: { id: number }) => each.id)).toContain(id)
      await api.seed.change(id, { title: `${title}, changed` })
      expect((await other.get(path)).title).toBe(`${title}, changed`)
    }
  })

  test('a token is revoked on all nodes at once', async () => {
    const { client, tokens } = await obtainTokens(api.server)
    expect(await isTokenValid(other, tokens.access_token)).toBe(true)
    await postForm(api.server, '/oauth/revoke_token/', {
      client_id: client.id,
      token: tokens.refresh_token,
    })
    expect(await isTokenValid(other, tokens.access_token)).toBe(false)
  })

  test('a node runs the jobs that another one enqueued', async () => {
    await api.server.catalog.jobs[Symbol.asyncDispose]()
    const now = place.clock.now()
    await api.server.catalog.write((tx) =>
      enqueueJob(
        tx,
        { kind: 'remove', imageId: null, payload: { prefix: 'images/99' }, runAt: now },
        now,
      ),
    )
    const states = other.catalog.reads
      .selectFrom('job')
      .select('state')
      .where('kind', '=', 'remove')
    await expect.poll(() => states.execute()).toEqual([{ state: 'done' }])
  })
})
