import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectReplica } from '../../../src/core/database/postgres/inspect-replica.ts'
import type { ImportApi } from '../../support/import-api.ts'
import { openSharedPlace, type SharedPlace } from '../../support/nodes.ts'
import { signedInBrowser } from '../../support/oauth.ts'
import { postgresIsMissing } from '../../support/postgres.ts'
import type { Standby } from '../../support/postgres-server.ts'
import { runCli } from '../../support/test-cli.ts'

describe.skipIf(postgresIsMissing('postgis'))('a node with a replica', () => {
  let place: SharedPlace
  let standby: Standby
  let api: ImportApi
  let image: number
  let path: string

  beforeAll(async () => {
    place = await openSharedPlace()
    standby = await place.postgres.startStandby()
    api = await place.openImportApi({ databaseReadUrl: locateReplica(), metrics: '0' })
    image = await api.seed.image({ collection_id: api.collection })
    path = `/api/v2/images/${image}/`
  })

  beforeEach(async () => {
    await standby.resume()
    await api.seed.change(image, { title: 'Before' })
    await expect.poll(isCurrent).toBe(true)
  })

  afterAll(async () => {
    await place[Symbol.asyncDispose]()
    await standby[Symbol.asyncDispose]()
  })

  const locateReplica = () => standby.addressOf(new URL(place.databaseUrl).pathname.slice(1))

  /** Whether the replica answers, and has replayed everything. */
  const isCurrent = async () => {
    const [primary] = await place.postgres.query<{ at: string }>(
      'select pg_current_wal_flush_lsn()::text as at',
    )
    const [replayed] = await standby.query<{ isReached: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReached"',
      [primary!.at],
    )
    return api.server.catalog.replica!.canAnswer() && replayed!.isReached
  }

  const readTitle = async (init?: RequestInit): Promise<string> =>
    (await api.server.get(path, init)).title

  const readMetrics = async (): Promise<string> => (await fetch(api.server.metricsUrl!)).text()

  /** Returns what `catalog doctor` says about a replica. */
  const examine = async (url: string) => {
    const env = { CATALOG_DATABASE_URL: place.databaseUrl, CATALOG_SECRET: 'the key of all nodes' }
    const argv = ['doctor', '--data', api.server.data, '--json']
    const { stdout } = await runCli(argv, { env: { ...env, CATALOG_DATABASE_READ_URL: url } })
    const found = JSON.parse(stdout) as { check: string }[]
    return found.find(({ check }) => check === 'replica')
  }

  const readLists = async (init?: RequestInit): Promise<string[]> => {
    const { results } = await api.server.get('/api/v2/images/', init)
    return results.map(({ title }: { title: string }) => title)
  }

  test('lets anonymous reads lag, but not those of users', async () => {
    const { importer } = api
    await standby.pause()
    const changed = await api.server.fetch(path, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', ...importer },
      body: JSON.stringify({ title: 'After' }),
    })
    expect(changed.status).toBe(200)
    expect([await readTitle(), await readLists()]).toEqual(['Before', ['Before']])
    const headers = { headers: importer }
    expect([await readTitle(headers), await readLists(headers)]).toEqual(['After', ['After']])
    const browser = await signedInBrowser(api.server)
    expect((await browser.open(`/${image}/`)).text).toContain('After')
    expect(await (await api.server.fetch(`/${image}/`)).text()).toContain('Before')
  })

  test('finds what the replica does not have yet', async () => {
    await standby.pause()
    const added = await api.seed.image({ collection_id: api.collection, title: 'Added' })
    expect((await api.server.get(`/api/v2/images/${added}/`)).title).toBe('Added')
    expect(await readLists()).not.toContain('Added')
  })

  test('confirms cached responses until the replica follows', async () => {
    const tagOf = async (headers = {}) =>
      (await api.server.fetch(path, { headers })).headers.get('ETag')
    // Any session makes the primary answer.
    const tagOfPrimary = () => tagOf({ Cookie: 'catalog_session=another' })
    const tag = await tagOf()
    expect(await tagOfPrimary()).toBe(tag)
    const confirm = async () =>
      (await api.server.fetch(path, { headers: { 'If-None-Match': tag! } })).status
    await standby.pause()
    await api.seed.change(image, { title: 'After' })
    expect([await confirm(), await tagOf()]).toEqual([304, tag])
    expect(await tagOfPrimary()).not.toBe(tag)
    await standby.resume()
    await expect.poll(confirm).toBe(200)
    expect([await readTitle(), await tagOf()]).toEqual(['After', await tagOfPrimary()])
  })

  test('reads from the primary while the replica lags far behind', async () => {
    await standby.pause()
    await api.seed.change(image, { title: 'After' })
    expect(await readTitle()).toBe('Before')
    place.clock.advance(6)
    await expect.poll(readTitle).toBe('After')
    const metrics = await readMetrics()
    expect(metrics).toMatch(/^catalog_replica_up 0$/m)
    expect(metrics).toMatch(/^catalog_replica_lag_seconds 6$/m)
    const { isStandby, missingBytes } = await inspectReplica(place.databaseUrl, locateReplica(), 1)
    expect([isStandby, missingBytes > 0]).toEqual([true, true])
  })

  test('lists the images of a large catalog as of the replica or later', async () => {
    const newest = await api.seed.image({
      id: 30_000,
      collection_id: api.collection,
      title: 'Newest',
    })
    await api.server.catalog.lists.warmUp()
    await expect.poll(isCurrent).toBe(true)
    expect(await readLists()).toContain('Newest')
    await standby.pause()
    await api.seed.change(newest, { title: 'Changed' })
    expect(await readLists()).toContain('Newest')
    await api.seed.image({ collection_id: api.collection, title: 'Added' })
    const found = await api.server.get('/api/v2/images/?ordering=-created_at')
    expect(found.results[0].title).toBe('Added')
  })

  test('does not read a copy of another database, and accepts the primary', async () => {
    const databaseReadUrl = standby.addressOf('postgres')
    await using wrong = await place.startNode({ databaseReadUrl })
    expect(wrong.catalog.replica!.canAnswer()).toBe(false)
    expect((await wrong.get(path)).title).toBe('Before')
    expect(await examine(databaseReadUrl)).toMatchObject({
      state: 'error',
      message: expect.stringMatching(/cannot answer reads. It is a copy of another database.$/),
    })
    expect(await examine(locateReplica())).toMatchObject({
      state: 'ok',
      message: 'PostgreSQL on localhost follows the primary.',
    })
    await using node = await place.startNode({ databaseReadUrl: place.databaseUrl })
    expect(node.catalog.replica!.canAnswer()).toBe(true)
    expect((await node.get(path)).title).toBe('Before')
    expect(await examine(place.databaseUrl)).toMatchObject({ state: 'note' })
  })

  test('answers without the replica', async () => {
    await standby.kill('SIGQUIT')
    await api.seed.change(image, { title: 'After' })
    expect([await readTitle(), await readLists()]).toEqual([
      'After',
      expect.arrayContaining(['After']),
    ])
    expect(await readMetrics()).toMatch(/^catalog_replica_failed_reads_total \d+$/m)
    expect(await examine(locateReplica())).toMatchObject({
      state: 'error',
      message: expect.stringContaining('The database cannot be reached.'),
    })
    await using node = await place.startNode({ databaseReadUrl: locateReplica() })
    expect((await node.get(path)).title).toBe('After')
    await standby.start()
    await expect.poll(isCurrent).toBe(true)
  })
})
