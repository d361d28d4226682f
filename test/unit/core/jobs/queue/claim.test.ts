import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { claimJob, hasDueJob } from '../../../../../src/core/jobs/queue/claim.ts'
import { PRIORITY } from '../../../../../src/core/jobs/queue/enqueue.ts'
import type { Reads } from '../../../../../src/core/db/store.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'

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
  const { watched, plans } = recordingPlans(catalog.reads)
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
  expect(seen.length).toBeGreaterThan(5)
  expect(seen.filter((text) => text.includes('"priority" =')).length).toBeGreaterThan(1)
})

/** Records every statement with its SQLite query plan. */
function recordingPlans(reads: Reads) {
  const { compileQuery } = executorOf(reads)
  const asked: Compiled[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked.push(compileQuery(node, { queryId: 'plan' }))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const plans = () => Promise.all(asked.map((query) => explain(reads, query)))
  return { watched: <Db extends Watchable<Db>>(db: Db) => watch(db, plugin, asked), plans }
}

/** Records built queries with a plugin, and compiled ones, which bypass plugins, with a proxy. */
function watch<Db extends Watchable<Db>>(db: Db, plugin: KyselyPlugin, asked: Compiled[]): Db {
  const plugged = db.withPlugin(plugin)
  return new Proxy(plugged, {
    get(_, name) {
      const member: unknown = Reflect.get(plugged, name)
      if (typeof member !== 'function') return member
      return (...given: unknown[]): unknown => {
        if (name === 'executeQuery') asked.push(given[0] as Compiled)
        return Reflect.apply(member, plugged, given)
      }
    },
  })
}

interface Watchable<Db> {
  withPlugin(plugin: KyselyPlugin): Db
}

function executorOf(reads: Reads) {
  const executor = (reads as unknown as { getExecutor(): Executor }).getExecutor()
  return { compileQuery: executor.compileQuery.bind(executor) }
}

interface Executor {
  compileQuery(node: object, id: object): Compiled
}

async function explain(reads: Reads, { sql: text, parameters }: Compiled) {
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
