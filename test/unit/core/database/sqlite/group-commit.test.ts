import Database from 'better-sqlite3'
import fc from 'fast-check'
import { sql } from 'kysely'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Store, Tx } from '../../../../../src/core/database/store.ts'
import { createTemporaryStore, type TemporaryStore } from '../../../../support/temporary-store.ts'

/** Long enough that writes of one turn share a commit on any machine. */
const TOGETHER = { maxGroupMs: 60_000 }

const put = (tx: Tx, name: string, value: string) =>
  tx
    .insertInto('setting')
    .values({ name, value: JSON.stringify(value) })
    .execute()

const settings = async ({ reads }: Store) => {
  const rows = await reads.selectFrom('setting').selectAll().orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as string]))
}

const steps = fc.array(
  fc.record({
    puts: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }),
    /** How the work handles a name that exists. */
    taken: fc.constantFrom('ignored', 'failing'),
    ending: fc.constantFrom('success', 'success', 'failure'),
    /** Whether the following steps wait for its result. */
    awaited: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

interface Step {
  puts: string[]
  taken: 'ignored' | 'failing'
  ending: 'success' | 'failure'
}

const write = ({ store }: TemporaryStore, step: Step, index: number, told: number[]) =>
  store.write(async (tx, afterCommit) => {
    afterCommit(() => told.push(index))
    for (const name of step.puts) {
      const attempt = put(tx, name, String(index))
      await (step.taken === 'failing' ? attempt : attempt.catch(() => undefined))
    }
    if (step.ending === 'failure') throw new Error('no')
  })

/** Applies a step to the settings on its own; undefined if the step fails. */
function applyStep(before: Map<string, string>, step: Step, index: number) {
  const after = new Map(before)
  let clash = false
  for (const name of step.puts) {
    if (after.has(name)) clash = true
    else after.set(name, String(index))
  }
  const fails = step.ending === 'failure' || (clash && step.taken === 'failing')
  return fails ? undefined : after
}

test('writes that share a commit have the same result as one after the other', async () => {
  await using temporary = await createTemporaryStore(TOGETHER)
  const { store } = temporary
  const property = fc.asyncProperty(steps, async (burst) => {
    await store.write((tx) => tx.deleteFrom('setting').execute())
    let model = new Map<string, string>()
    const [done, told]: [number[], number[]] = [[], []]
    const outcomes: Promise<boolean>[] = []
    for (const [index, step] of burst.entries()) {
      const after = applyStep(model, step, index)
      model = after ?? model
      if (after) done.push(index)
      outcomes.push(
        write(temporary, step, index, told).then(
          () => true,
          () => false,
        ),
      )
      if (step.awaited) await outcomes.at(-1)
    }
    const succeeded = await Promise.all(outcomes)
    expect([...succeeded.keys()].filter((index) => succeeded[index])).toEqual(done)
    expect(told).toEqual(done)
    expect(await settings(store)).toEqual(Object.fromEntries(model))
  })
  await fc.assert(property, { numRuns: 40 })
})

test('settles no write, not even a failed one, before the shared commit', async () => {
  await using temporary = await createTemporaryStore(TOGETHER)
  const { store, file } = temporary
  const other = new Database(file, { readonly: true })
  const stored = other.prepare('select count(*) from setting').pluck()
  const seen: unknown[] = []
  const look = () => void seen.push(stored.get())
  await Promise.all([
    store.write((tx) => put(tx, 'a', '1')).then(look),
    store.write(() => Promise.reject(new Error('no'))).catch(look),
    store.write((tx) => put(tx, 'b', '1')).then(look),
  ])
  expect(seen).toEqual([2, 2, 2])
  other.close()
})

test('a failed commit rejects all its writes and stores none', async () => {
  await using temporary = await createTemporaryStore(TOGETHER)
  const { store } = temporary
  const told: string[] = []
  const fails = await Promise.allSettled([
    store.write(async (tx, afterCommit) => {
      afterCommit(() => told.push('committed'))
      return put(tx, 'a', '1')
    }),
    store.write(async (tx) => {
      await sql`pragma defer_foreign_keys = on`.execute(tx)
      await sql`insert into image_subject values (1, 1, 1, 1, 1)`.execute(tx)
    }),
    store.write(() => Promise.reject(new Error('no'))),
  ])
  expect(fails).toMatchObject(
    Array.from({ length: 3 }, () => ({ reason: { message: 'FOREIGN KEY constraint failed' } })),
  )
  expect(told).toEqual([])
  expect(await settings(store)).toEqual({})
  await store.write((tx) => put(tx, 'a', '2'))
  expect(await settings(store)).toEqual({ a: '2' })
})

test('a write whose error rolls back the transaction fails its group only', async () => {
  await using temporary = await createTemporaryStore(TOGETHER)
  const { store } = temporary
  await store.write((tx) => sql`pragma max_page_count = 1`.execute(tx))
  const long = 'x'.repeat(100_000)
  const writes = await Promise.allSettled([
    store.write((tx) => put(tx, 'before', '1')),
    store.write(async (tx) => {
      await put(tx, 'long', long).catch(() => undefined)
      await put(tx, 'on its own', '1').catch(() => undefined)
    }),
    store.write((tx) => put(tx, 'after', '1')),
  ])
  expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await settings(store)).toEqual({ after: '1' })
})

test('waits for the lock of another process without blocking this one', async () => {
  await using temporary = await createTemporaryStore(TOGETHER)
  const { store, file } = temporary
  const other = new Database(file)
  other.exec('begin immediate')
  const waiting = store.write((tx) => put(tx, 'a', '1'))
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
  expect(await settings(store)).toEqual({})
  other.exec('commit')
  other.close()
  await waiting
  expect(await settings(store)).toEqual({ a: '1' })
})

test('runs the cleanup after a failure before the next write if it cannot run at once', async () => {
  await using temporary = await createTemporaryStore({ busyTimeoutMs: 0 })
  const { store, file } = temporary
  await store.write((tx) => put(tx, 'claim', '1'))
  const other = new Database(file)
  other.exec('begin immediate')
  await store.writeDeferred((tx) => tx.deleteFrom('setting').where('name', '=', 'claim').execute())
  await expect(store.write((tx) => put(tx, 'claim', '2'))).rejects.toMatchObject({ kind: 'busy' })
  other.close()
  await store.write((tx) => put(tx, 'claim', '3'))
  expect(await settings(store)).toEqual({ claim: '3' })
  await store.write((tx) => put(tx, 'other', '4'))
  expect(await settings(store)).toEqual({ claim: '3', other: '4' })
})

test('closing waits for pending writes', async () => {
  await using temporary = await createTemporaryStore(TOGETHER)
  const { store, file } = temporary
  const writes = ['a', 'b'].map((name) => store.write((tx) => put(tx, name, '1')))
  await store[Symbol.asyncDispose]()
  await Promise.all(writes)
  const other = new Database(file, { readonly: true })
  expect(other.prepare('select name from setting order by 1').pluck().all()).toEqual(['a', 'b'])
  other.close()
})
