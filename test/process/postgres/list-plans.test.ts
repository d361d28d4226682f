import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requireUnusedLicense } from '../../../src/core/writes/licenses.ts'
import { EVENT_TYPES } from '../../../src/core/model/event-types.ts'
import { IMAGE_ORDERS } from '../../../src/core/model/orders.ts'
import { listHistory } from '../../../src/core/queries/audit/history.ts'
import { listActivity } from '../../../src/core/queries/feed/activity.ts'
import { listImageIds } from '../../../src/core/queries/lists/images.ts'
import { countStatistics } from '../../../src/core/queries/lists/statistics.ts'
import { setSubjects } from '../../../src/core/writes/feed/set-subjects.ts'
import { openPostgresCatalog } from '../../support/postgres-catalog.ts'
import { postgresIsMissing, startPostgres, type Postgres } from '../../support/postgres.ts'
import { recordPlans } from '../../support/query-plans.ts'
import { createSeed } from '../../support/seed.ts'

const FIRST_PAGE = { number: 1, size: 50 }

/** PostgreSQL sorts few rows rather than reading an index, unless it must not. */
const ONLY_INDEXES = { enable_sort: 'off', enable_seqscan: 'off', enable_bitmapscan: 'off' }

const COUNT_PLANS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'all',
  'pg_stat_statements.track_planning': 'on',
}

describe.skipIf(postgresIsMissing('postgis'))('plans of lists and counts on PostgreSQL', () => {
  let postgres: Postgres
  let opened: Awaited<ReturnType<typeof openPostgresCatalog>>

  beforeAll(async () => {
    postgres = await startPostgres('postgis', { ...ONLY_INDEXES, ...COUNT_PLANS })
    opened = await openPostgresCatalog(await postgres.createCatalog())
    await createSeed(opened).images(await createSeed(opened).collection(), [1, 2, 3])
  })

  afterAll(async () => {
    await opened[Symbol.asyncDispose]()
    await postgres[Symbol.asyncDispose]()
  })

  const orders = IMAGE_ORDERS.flatMap((field) => [
    { field, descending: false },
    { field, descending: true },
  ])

  test.each(orders)(
    'reads a page by $field in the order of an index, descending: $descending',
    async (term) => {
      const { reads } = opened.catalog
      const { watched, plans } = recordPlans(reads, 'explain')
      const { ids, count } = await listImageIds(
        watched(reads),
        { visibility: 'public' },
        [term],
        FIRST_PAGE,
      )
      expect([ids.length, count]).toEqual([3, 3])
      const [page, ...others] = (await plans()).filter(({ text }) => text.includes('limit'))
      expect(others).toEqual([])
      expect(page?.plan).toContain('using image_')
      // Rows with equal values are sorted by their ids.
      expect(page?.plan).not.toMatch(/->  Sort /)
    },
  )

  test('plans the activity feed alike for all pages, so that its plan is kept', async () => {
    const { reads } = opened.catalog
    const few = { types: ['comment'], before: 1, limit: 1 } as const
    // Compiles the query.
    await listActivity(reads, few)
    const { watched, plans } = recordPlans(reads, 'explain')
    await listActivity(watched(reads), few)
    await listActivity(watched(reads), { types: EVENT_TYPES, before: 10 ** 15, limit: 100 })
    const [one, many] = await plans()
    expect(one?.plan).toBe(many?.plan)
  })

  test.each([
    [{ userId: 3 }, ['audit_entry_by', 'audit_entry_of']],
    [{ imageId: 3 }, ['audit_entry_of', 'audit_entry_of_image']],
  ])('reads the history of %j backward from indexes', async (filter, indexes) => {
    const { reads } = opened.catalog
    const { watched, plans } = recordPlans(reads, 'explain')
    await listHistory(watched(reads), { ...filter, beforeId: 100 }, 51)
    const read = await plans()
    expect(read).toHaveLength(2)
    for (const [at, { plan }] of read.entries()) {
      expect(plan).toContain(`Index Scan Backward using ${indexes[at]} on audit_entry`)
      expect(plan).not.toMatch(/->  Sort /)
    }
  })

  test('counts the statistics without reading rows of images', async () => {
    const { reads } = opened.catalog
    const { watched, plans } = recordPlans(reads, 'explain')
    expect(await countStatistics(watched(reads))).toMatchObject({ images: 3, georeferenced: 0 })
    const ofImages = (await plans()).filter(({ plan }) => / on image\b/u.test(plan))
    expect(ofImages).toHaveLength(2)
    for (const { plan } of ofImages)
      expect(plan).toContain('Index Only Scan using image_duplicate on image')
  })

  test('plans once for all events how many contributions they have', async () => {
    const { catalog } = opened
    const seed = createSeed(opened)
    const userId = await seed.user()
    await seed.subject({ slug: 'mill' })
    const images = Array.from({ length: 12 }, (_, index) => 100 + index)
    await seed.images(await seed.collection(), images)
    await postgres.query('create extension pg_stat_statements')
    const now = catalog.clock.now()
    await catalog.write(async (tx) => {
      for (const [index, imageId] of images.entries())
        await setSubjects(tx, ['mill'], { imageId, userId, now: now + index })
    })
    const counted = await postgres.query<{ calls: number; plans: number }>(
      `select calls::integer, plans::integer from pg_stat_statements
       where not toplevel and query like '%new.started_at and old.started_at - %'`,
    )
    expect(counted).toEqual([{ calls: 11, plans: 1 }])
  })

  test('finds the images of a license by an index', async () => {
    const { reads } = opened.catalog
    const { watched, plans } = recordPlans(reads, 'explain')
    await requireUnusedLicense(watched(reads), 3)
    const [read] = await plans()
    expect(read?.plan).toContain('Index Only Scan using image_license on image')
  })
})
