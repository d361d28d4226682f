import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../../src/core/database/store.ts'
import type { CatalogError } from '../../../src/core/base/errors.ts'
import { openStore } from '../../../src/core/database/postgres/open-store.ts'
import { openRequestTimes } from '../../../src/core/database/postgres/request-times.ts'
import { createRateLimiter } from '../../../src/core/auth/limits/create-rate-limiter.ts'
import { createLocalRateLimiter } from '../../../src/core/auth/limits/local-rate-limit.ts'
import type { RateLimiter } from '../../../src/core/auth/limits/rate-limit.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { runsOf } from '../../support/property-runs.ts'
import { createTestClock } from '../../support/test-clock.ts'

/** Returns the seconds to wait; 0 if the request passes. */
async function waitOf(limit: RateLimiter, key = '192.0.2.1'): Promise<number> {
  try {
    await limit(key)
    return 0
  } catch (error) {
    return (error as CatalogError).details.retryAfterSeconds!
  }
}

describe.skipIf(postgresIsMissing('postgis'))('rate limits of several nodes', () => {
  let postgres: Postgres
  let url: string
  let store: Store

  beforeAll(async () => {
    postgres = await startPostgres('postgis')
    url = await postgres.createCatalog()
    store = await openStore({ url })
  })

  afterAll(async () => {
    await store[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  async function countRows(): Promise<number> {
    const counted = sql<{ count: number }>`select count(*) from request_time`
    const { rows } = await counted.execute(store.reads as never)
    return rows[0]!.count
  }

  const forgetRequests = () => store.write((tx) => sql`truncate request_time`.execute(tx))

  test('count together, by name of the limit and by client', async () => {
    const clock = createTestClock()
    await using one = openRequestTimes({ url, clock })
    await using other = openRequestTimes({ url, clock })
    const limit = { name: 'together', perMinute: 2 }
    const here = createRateLimiter(limit, { clock, requestTimes: one })
    const there = createRateLimiter(limit, { clock, requestTimes: other })
    const beside = createRateLimiter({ name: 'b', perMinute: 2 }, { clock, requestTimes: other })
    expect(await waitOf(here)).toBe(0)
    clock.advance(20)
    expect(await waitOf(there)).toBe(0)
    expect([await waitOf(here), await waitOf(there)]).toEqual([40, 40])
    expect([await waitOf(there, '192.0.2.2'), await waitOf(beside)]).toEqual([0, 0])
    clock.advance(39.5)
    expect(await waitOf(there)).toBe(1)
    clock.advance(0.5)
    expect([await waitOf(here), await waitOf(there)]).toEqual([0, 20])
  })

  test('let exactly the limit pass when requests race, by the clock of the database', async () => {
    await using one = openRequestTimes({ url })
    await using other = openRequestTimes({ url })
    const limiters = [one, other].map((requestTimes) =>
      createRateLimiter(
        { name: 'race', perMinute: 150 },
        { clock: createTestClock(), requestTimes },
      ),
    )
    const waits = await Promise.all(
      Array.from({ length: 600 }, (_, index) => waitOf(limiters[index % 2]!)),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(150)
    const rejected = waits.filter((wait) => wait > 0)
    expect(Math.max(...rejected)).toBeLessThanOrEqual(60)
    expect(rejected).toHaveLength(450)
  })

  test('reject the same requests as the limits of one process', async () => {
    let runs = 0
    const steps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 40 })
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      steps,
      async (most, pauses) => {
        const clock = createTestClock()
        await using requestTimes = openRequestTimes({ url, clock })
        runs += 1
        const shared = createRateLimiter(
          { name: `same ${runs}`, perMinute: most },
          { clock, requestTimes },
        )
        const local = createLocalRateLimiter(most, clock)
        for (const pause of pauses) {
          clock.advance(pause)
          expect(await waitOf(shared)).toBe(await waitOf(local))
        }
      },
    )
    await fc.assert(property, { numRuns: runsOf(30) })
  })

  test('reject no requests after the clock was set back', async () => {
    const clock = createTestClock()
    await using requestTimes = openRequestTimes({ url, clock })
    const limit = createRateLimiter({ name: 'back', perMinute: 2 }, { clock, requestTimes })
    expect([await waitOf(limit), await waitOf(limit), await waitOf(limit)]).toEqual([0, 0, 60])
    clock.advance(-3600)
    expect([await waitOf(limit), await waitOf(limit), await waitOf(limit)]).toEqual([0, 0, 60])
  })

  test('remove requests that are older than a minute', async () => {
    const clock = createTestClock()
    await using requestTimes = openRequestTimes({ url, clock })
    await forgetRequests()
    for (let minute = 0; minute < 3; minute += 1) {
      for (let n = 0; n < 200; n += 1)
        await requestTimes.record({ limit: 'old', client: `user ${n}`, perMinute: 5 })
      expect(await countRows()).toBe(200)
      clock.advance(60)
    }
  })

  test('remember rejected clients, so that a flood of requests skips the database', async () => {
    const clock = createTestClock()
    await using requestTimes = openRequestTimes({ url, clock })
    const limit = createRateLimiter({ name: 'flood', perMinute: 1 }, { clock, requestTimes })
    expect([await waitOf(limit), await waitOf(limit)]).toEqual([0, 60])
    await forgetRequests()
    clock.advance(59)
    expect(await waitOf(limit)).toBe(1)
    clock.advance(1)
    expect(await waitOf(limit)).toBe(0)
  })

  test('count the flood of one client without holding up the others', async () => {
    await forgetRequests()
    await using requestTimes = openRequestTimes({ url })
    const record = (client: string) => requestTimes.record({ limit: 'l', client, perMinute: 5 })
    expect(await record('a')).toBe(0)
    const flood: Promise<number>[] = []
    await store.write(async (tx) => {
      await sql`select pg_advisory_xact_lock(client) from request_time`.execute(tx)
      for (let n = 0; n < 50; n += 1) flood.push(record('a'))
      expect(await record('b')).toBe(0)
    })
    const waits = await Promise.all(flood)
    expect(waits.filter((wait) => wait === 0)).toHaveLength(4)
    expect(Math.min(...waits.filter((wait) => wait > 0))).toBeGreaterThan(50_000_000)
  })

  test('count in each process while the database cannot be reached', async () => {
    const gone = await postgres.createDatabase()
    await using requestTimes = openRequestTimes({ url: gone.replace('?host=', '?host=/nowhere') })
    const clock = createTestClock()
    const limit = createRateLimiter({ name: 'outage', perMinute: 2 }, { clock, requestTimes })
    expect([await waitOf(limit), await waitOf(limit), await waitOf(limit)]).toEqual([0, 0, 60])
  })
})
