import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { forgetUser, KEPT_COLUMNS } from '../../../../src/core/actions/forget-user.ts'
import { openTestCatalog } from '../../../support/open-catalog.ts'

const { catalog, seed, ...rest } = await openTestCatalog()
afterAll(() => rest[Symbol.asyncDispose]())

test('every column that refers to a user is either kept or deleted with the user', async () => {
  const columns = await sql<{ name: string; rule: string }>`
    select m.name || '.' || f."from" as name, f.on_delete as rule
    from sqlite_master m, pragma_foreign_key_list(m.name) f
    where m.type = 'table' and f."table" = 'user'`.execute(catalog.reads as never)
  const kept = columns.rows.filter(({ rule }) => rule !== 'CASCADE').map(({ name }) => name)
  const deleted = ['suspension.user_id', 'idempotency_key.user_id']
  // Moved with the contributions that they report.
  const derived = ['activity_event.user_id']
  expect(kept.sort()).toEqual(
    [...KEPT_COLUMNS.map((names) => names.join('.')), ...deleted, ...derived].sort(),
  )
})

test('former contributors stay apart, and their numbers count down', async () => {
  const image = await seed.image()
  const ids: number[] = []
  for (const id of [71, 72]) {
    await seed.user({ id })
    await seed.point(image, { user_id: id })
    const context = { actor: { userId: id }, now: catalog.clock.now() }
    ids.push(await catalog.write((tx) => forgetUser(tx, id, context)))
  }
  expect(ids).toEqual([-1, -2])
  const points = await catalog.reads
    .selectFrom('georeference')
    .select('user_id')
    .orderBy('id')
    .execute()
  expect(points.map(({ user_id }) => user_id)).toEqual([-1, -2])
  const counts = await catalog.reads
    .selectFrom('user_count')
    .selectAll()
    .orderBy('user_id')
    .execute()
  expect(counts).toMatchObject([
    { user_id: -2, points: 1, public_points: 1 },
    { user_id: -1, points: 1, public_points: 1 },
  ])
})
