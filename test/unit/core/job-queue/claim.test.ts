import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { claimJob, hasDueJob } from '../../../../src/core/job-queue/claim.ts'
import { PRIORITY } from '../../../../src/core/job-queue/enqueue.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'
import { recordPlans } from '../../../support/query-plans.ts'

const ALL = Object.values(PRIORITY)

test('claiming a job reads as few rows with 20,000 queued as with none', async () => {
  await using opened = await openTestCatalog()
  const { catalog, clock } = opened
  const now = clock.now()
  await catalog.write((tx) =>
    sql`insert into job (kind, image_id, payload, state, priority, attempts, max_attempts, run_at, created_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000)
      select 'derive', i, '{}', case i % 5 when 0 then 'failed' else 'queued' end,
        (array_priority.value), 0, 5, ${now} + (i % 2) * 1000000 + i, ${now}
      from n join (select 100 as value, 0 as rest union select 200, 1 union select 300, 2) array_priority
        on array_priority.rest = i % 3`.execute(tx),
  )
  const seen: string[] = []
  const { watched, plans } = recordPlans(catalog.reads)
  await hasDueJob(watched(catalog.reads), { now: now + 1, priorities: ALL })
  await catalog.write((tx) =>
    claimJob(
      watched(tx),
      { lease: 'mine', until: now + 60e6 },
      { now: now + 60e6, priorities: ALL, isIdle: true },
    ),
  )
  for (const { text, plan } of await plans()) {
    seen.push(text)
    expect(plan, text).not.toMatch(/SCAN job(?!_pause)|TEMP B-TREE/)
  }
  expect(seen.length).toBeGreaterThanOrEqual(5)
  expect(seen.filter((text) => text.includes('"priority" =')).length).toBeGreaterThan(1)
})
