import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { toStorageError } from '../../../src/core/database/storage-errors.ts'
import type { Reads, Snapshot, Store, Tx } from '../../../src/core/database/store.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'

/** Long enough that writes of one turn share a commit on any machine. */
const TOGETHER = { maxGroupMs: 60_000 }

const put = (tx: Tx, name: string, value: unknown) =>
  tx
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value) })
    .execute()

const settings = async ({ reads }: { reads: Reads }) => {
  const rows = await reads.selectFrom('setting').selectAll().orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}

/** Returns the kind of the error that a request gets; undefined if there is none. */
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) =>
      toStorageError(error)?.kind ?? (error as { kind?: string }).kind ?? String(error),
  )

/** Reads after the count before, so that concurrent counts that are not isolated get lost. */
const increment = ({ write }: Store, name: string) =>
  write(async (tx) => {
    const query = tx.selectFrom('setting').select('value').where('name', '=', name)
    const { value } = await query.executeTakeFirstOrThrow()
    const next = tx.updateTable('setting').set({ value: String(Number(value) + 1) })
    await next.where('name', '=', name).execute()
  })

describe.skipIf(postgresIsMissing('postgis'))('a store on PostgreSQL', () => {
  let postgres: Postgres
  let url: string
  let one: Store
  let other: Store

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
    url = await postgres.createCatalog()
    one = await openStore({ url, ...TOGETHER })
    other = await openStore({ url, ...TOGETHER })
  })

  afterEach(() => one.write((tx) => tx.deleteFrom('setting').execute()))

  afterAll(async () => {
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  /** Waits for a connection in this state, and terminates it. */
  async function terminate(state: 'idle in transaction' | 'active', query: string): Promise<void> {
    const text = `select count(pg_terminate_backend(pid))::integer as count from pg_stat_activity
      where datname = $1 and state = $2 and query like $3`
    const parameters = [new URL(url).pathname.slice(1), state, `%${query}%`]
    const terminated = () => postgres.query<{ count: number }>(text, parameters)
    await expect.poll(terminated).toEqual([{ count: 1 }])
  }

  test('concurrent increments of two nodes lose none', async () => {
    await one.write((tx) => put(tx, 'count', 0))
    const stores = Array.from({ length: 200 }, (_, index) => (index % 2 === 0 ? one : other))
    await Promise.all(stores.map((store) => increment(store, 'count')))
    expect(await settings(other)).toEqual({ count: 200 })
  })

  test('concurrent increments lose none if the database isolates transactions more by default', async () => {
    const address = new URL(url)
    address.searchParams.set('options', '-c default_transaction_isolation=serializable')
    await using first = await openStore({ url: address.href })
    await using second = await openStore({ url: address.href })
    await one.write((tx) => put(tx, 'count', 0))
    const stores = Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? first : second))
    await Promise.all(stores.map((store) => increment(store, 'count')))
    expect(await settings(one)).toEqual({ count: 100 })
  })

  test('a failing write is undone alone, and its group commits', async () => {
    const transaction = async (tx: Tx) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(
        tx,
      )
      return rows[0]!.id
    }
    const [before, failed, thrown, after] = await Promise.allSettled([
      one.write(async (tx) => (await put(tx, 'before', 1), transaction(tx))),
      one.write(async (tx) => (await put(tx, 'half', 1), put(tx, 'before', 2))),
      one.write(async (tx) => (await put(tx, 'thrown', 1), Promise.reject(new Error('no')))),
      one.write(async (tx) => (await put(tx, 'after', 1), transaction(tx))),
    ])
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '23505' } })
    expect(thrown).toMatchObject({ status: 'rejected', reason: { message: 'no' } })
    expect(after).toEqual(before)
    expect(await settings(one)).toEqual({ before: 1, after: 1 })
  })

  test('a write that leaves a foreign key without its row is undone alone', async () => {
    const [beside, missing] = await Promise.allSettled([
      one.write((tx) => put(tx, 'beside', 1)),
      one.write(async (tx) => {
        await sql`set constraints all deferred`.execute(tx)
        await sql`insert into image_subject values (1, 1, 1, 1, 1)`.execute(tx)
      }),
    ])
    expect(beside).toMatchObject({ status: 'fulfilled' })
    expect(missing).toMatchObject({ status: 'rejected', reason: { code: '23503' } })
    expect(await settings(one)).toEqual({ beside: 1 })
  })

  test.each([0, 50])(
    'a write fails as busy if another node holds the lock for longer than %d ms',
    async (busyTimeoutMs) => {
      await using impatient = await openStore({ url, busyTimeoutMs })
      const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const holding = other.write(async () => {
        held.resolve()
        await release.promise
      })
      await held.promise
      const busy = await Promise.allSettled(
        ['a', 'b'].map((name) => impatient.write((tx) => put(tx, name, 1))),
      )
      const rejected = {
        kind: 'busy',
        details: { retryAfterSeconds: expect.any(Number) as number },
      }
      expect(busy).toMatchObject([{ reason: rejected }, { reason: rejected }])
      release.resolve()
      await holding
      await impatient.write((tx) => put(tx, 'c', 1))
      expect(await settings(one)).toEqual({ c: 1 })
    },
  )

  test('a write waits for another node within the time-out', async () => {
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = other.write(async (tx) => {
      await put(tx, 'count', 1)
      held.resolve()
      await release.promise
    })
    await held.promise
    const waiting = increment(one, 'count')
    expect(await settings(one)).toEqual({})
    release.resolve()
    await Promise.all([holding, waiting])
    expect(await settings(one)).toEqual({ count: 2 })
  })

  test('a snapshot does not see later writes, not even while it streams rows', async () => {
    const names = Array.from({ length: 2500 }, (_, index) => String(index).padStart(4, '0'))
    await one.write((tx) =>
      tx
        .insertInto('setting')
        .values(names.map((name) => ({ name, value: '1' })))
        .execute(),
    )
    await using snapshot = await one.snapshot()
    await other.write((tx) => put(tx, 'later', 1))
    expect(Object.keys(await settings(snapshot))).toHaveLength(2500)
    const streamed: string[] = []
    const query = snapshot.reads.selectFrom('setting').select('name').orderBy('name')
    for await (const { name } of query.stream(1000)) {
      if (streamed.length === 0) {
        await other.write((tx) => tx.deleteFrom('setting').execute())
      }
      streamed.push(name)
    }
    expect(streamed).toEqual(names)
    expect(await settings(one)).toEqual({})
  })

  const REWRITE = 'alter table setting add column later double precision default random()'

  /** Waits until a statement waits for a lock of this mode on a table. */
  const waitForLock = (mode: string) =>
    expect
      .poll(() =>
        postgres.query(
          `select from pg_locks join pg_database on pg_database.oid = database
          where datname = $1 and mode = $2 and not granted`,
          [new URL(url).pathname.slice(1), mode],
        ),
      )
      .toHaveLength(1)

  const dropColumn = () =>
    other.write((tx) => sql`alter table setting drop column later`.execute(tx))

  test('a migration that rewrites a table waits for the end of a snapshot', async () => {
    await one.write((tx) => put(tx, 'kept', 1))
    const snapshot = await one.snapshot()
    const rewriting = other.write((tx) => sql.raw(REWRITE).execute(tx))
    await waitForLock('AccessExclusiveLock')
    expect(await settings(snapshot)).toEqual({ kept: 1 })
    await snapshot[Symbol.asyncDispose]()
    await rewriting
    await dropColumn()
  })

  test('a snapshot that waits for a migration includes its changes', async () => {
    await one.write((tx) => put(tx, 'kept', 1))
    let opening: Promise<Snapshot> | undefined
    await other.write(async (tx) => {
      await sql.raw(REWRITE).execute(tx)
      opening = one.snapshot()
      await waitForLock('AccessShareLock')
    })
    const snapshot = await opening
    expect(snapshot && (await settings(snapshot))).toEqual({ kept: 1 })
    await snapshot?.[Symbol.asyncDispose]()
    await dropColumn()
  })

  test('a write that drops the vectors of a model does not wait for a snapshot', async () => {
    await one.write((tx) => sql`create table embedding_halfvec_1 ()`.execute(tx))
    await using _snapshot = await one.snapshot()
    await other.write((tx) => sql`drop table embedding_halfvec_1`.execute(tx))
  })

  test('a read whose connection is terminated fails as unavailable, and the next one succeeds', async () => {
    const sleeping = sql`select pg_sleep(60), 'a read'`.execute(one.reads as never)
    const failed = kindOf(sleeping)
    await terminate('active', 'a read')
    expect(await failed).toBe('unavailable')
    expect(await settings(one)).toEqual({})
  })

  test('writes whose connection is terminated fail as unavailable, and the next one succeeds', async () => {
    const failed = Promise.all([
      kindOf(one.write((tx) => put(tx, 'before', 1))),
      kindOf(one.write((tx) => sql`select pg_sleep(60), 'a write'`.execute(tx))),
    ])
    await terminate('active', 'a write')
    expect(await failed).toEqual(['unavailable', 'unavailable'])
    await one.write((tx) => put(tx, 'after', 1))
    expect(await settings(one)).toEqual({ after: 1 })
  })

  test('a snapshot whose connection is terminated between queries fails as unavailable', async () => {
    const snapshot = await one.snapshot()
    await sql`select 'a snapshot'`.execute(snapshot.reads as never)
    await terminate('idle in transaction', 'a snapshot')
    await expect.poll(() => kindOf(settings(snapshot))).toBe('unavailable')
    await snapshot[Symbol.asyncDispose]()
    await using next = await one.snapshot()
    expect(await settings(next)).toEqual({})
  })

  test('a write whose connection is terminated between its statements fails as unavailable', async () => {
    const failed = kindOf(
      one.write(async (tx) => {
        await sql`select 'a pause'`.execute(tx)
        await terminate('idle in transaction', 'a pause')
        await put(tx, 'lost', 1)
      }),
    )
    expect(await failed).toBe('unavailable')
    await one.write((tx) => put(tx, 'after', 1))
    expect(await settings(one)).toEqual({ after: 1 })
  })

  test('a store recovers when its connections are terminated at any time', async () => {
    const all = 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1'
    // A single connection shows whether one is lost for good.
    await using store = await openStore({ url, connections: 1 })
    const openSnapshot = async () => {
      await using snapshot = await store.snapshot()
      await settings(snapshot)
    }
    for (let round = 0; round < 40; round += 1) {
      const kinds = await Promise.all([
        kindOf(openSnapshot()),
        kindOf(store.write((tx) => put(tx, `round ${round}`, 1))),
        kindOf(settings(store)),
        kindOf(postgres.query(all, [new URL(url).pathname.slice(1)])),
      ])
      expect(kinds.filter((kind) => kind !== undefined && kind !== 'unavailable')).toEqual([])
    }
    await expect.poll(() => kindOf(store.write((tx) => put(tx, 'last', 1)))).toBeUndefined()
    await expect.poll(() => kindOf(openSnapshot())).toBeUndefined()
    expect(await settings(store)).toMatchObject({ last: 1 })
    for (const { write } of [one, other])
      await expect.poll(() => kindOf(write(async () => {}))).toBeUndefined()
  })
})
