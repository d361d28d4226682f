import { sql, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { expect, test } from 'vitest'
import { claimJob, hasDueJob } from '../../../../../src/core/engine/sqlite/job-claims.ts'
import { PRIORITY } from '../../../../../src/core/engine/sqlite/jobs.ts'
import type { Reads } from '../../../../../src/core/engine/sqlite/store.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'

const ALL = Object.values(PRIORITY)

test('looking for a job and taking one touches as many rows with 20,000 waiting as with none', async () => {
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
  const { plugin, plans } = recordingPlans(catalog.reads)
  await hasDueJob(catalog.reads.withPlugin(plugin), { now: now + 1, lanes: ALL })
  await catalog.write((tx) =>
    claimJob(
      tx.withPlugin(plugin),
      { lease: 'mine', until: now + 60e6 },
      { now: now + 60e6, lanes: ALL, isIdle: true },
    ),
  )
  for (const { text, plan } of await plans()) {
    seen.push(text)
    expect(plan, text).not.toMatch(/SCAN job(?!_pause)|TEMP B-TREE/)
  }
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.filter((text) => text.includes('"priority" =')).length).toBeGreaterThan(1)
})

/** Notes every statement that goes through it, and says how SQLite would go about each. */
function recordingPlans(reads: Reads) {
  const nodes: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      nodes.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const plans = () => Promise.all(nodes.map((node) => explain(reads, node)))
  return { plugin, plans }
}

async function explain(reads: Reads, node: RootOperationNode) {
  const executor = (
    reads as unknown as { getExecutor(): { compileQuery(node: object, id: object): Compiled } }
  ).getExecutor()
  const { sql: text, parameters } = executor.compileQuery(node, { queryId: 'plan' })
  const literal = parameters.reduce<string>(
    (all, value) =>
      all.replace('?', typeof value === 'number' ? String(value) : `'${String(value)}'`),
    text,
  )
  const { rows } = await sql
    .raw<{ detail: string }>(`explain query plan ${literal}`)
    .execute(reads as never)
  return { text, plan: rows.map(({ detail }) => detail).join('\n') }
}

interface Compiled {
  sql: string
  parameters: readonly unknown[]
}
