import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { removeGeoreference } from '../../../../../src/core/writes/georeferences/delete-georeference.ts'
import { deleteImages } from '../../../../../src/core/writes/images/delete-images.ts'
import { forgetUser, KEPT_COLUMNS } from '../../../../../src/core/writes/users/forget-user.ts'
import { openTestCatalog } from '../../../../support/open-catalog.ts'

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

test('what belongs to a user is found without reading a whole table', async () => {
  const scanned: string[] = []
  for (const [table, column] of KEPT_COLUMNS) {
    const { rows } = await sql<{ detail: string }>`
      explain query plan select 1 from ${sql.table(table)} where ${sql.ref(column)} = 5`.execute(
      catalog.reads as never,
    )
    if (rows.some(({ detail }) => detail.startsWith('SCAN'))) scanned.push(`${table}.${column}`)
  }
  // There are few collections.
  expect(scanned).toEqual(['collection.announced_by'])
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

test('neither the audit log nor responses for repeated requests keep the user', async () => {
  const [gone, staff] = [
    await seed.user({ id: 98_765_432, username: 'Gone "1"' }),
    await seed.user(),
  ]
  const now = catalog.clock.now()
  const context = { actor: { userId: staff }, now }
  const images = [await seed.image(), await seed.image()]
  const point = await seed.point(images[0]!)
  await seed.validation({ image: images[0]!, point }, { validated_by: gone })
  const own = await seed.point(images[1]!, { user_id: gone })
  await seed.comment(images[1]!, { commented_by: gone, text: 'Kept.' })
  await seed.validation({ image: images[1]!, point: own })
  const comment = { text: 'I am "username":"Gone"', username: 'Gone "1"' }
  const response = JSON.stringify({ comments: [comment] })
  const key = { user_id: staff, key: 'k', request: 'r', lease: 'l', leased_until: now }
  await catalog.write(async (tx) => {
    await removeGeoreference(tx, { table: 'georeference', id: point }, context)
    await deleteImages(tx, [images[1]!], context)
    await tx
      .insertInto('idempotency_key')
      .values({ ...key, response, created_at: now })
      .execute()
  })
  const former = await catalog.write((tx) => forgetUser(tx, gone, context))
  const entries = await catalog.reads
    .selectFrom('audit_entry')
    .select('before')
    .orderBy('id')
    .execute()
  const states = entries.map(({ before }) => JSON.parse(before ?? '{}') as object)
  expect(JSON.stringify(states)).not.toContain(String(gone))
  expect(states.slice(-3, -1)).toMatchObject([
    { validations: [{ validated_by: former }] },
    { georeferences: [{ user_id: former }], comments: [{ commented_by: former, text: 'Kept.' }] },
  ])
  const kept = await catalog.reads
    .selectFrom('idempotency_key')
    .select('response')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(kept.response!)).toEqual({
    comments: [{ ...comment, username: 'former contributor' }],
  })
})
