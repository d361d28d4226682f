import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import type { MigrationStep } from '../../../../../src/core/database/migrated.ts'
import {
  migrateDatabase,
  readMigrationState,
  refuseMigrationWhileServed,
} from '../../../../../src/core/database/sqlite/migrate-database.ts'
import { migrations } from '../../../../../src/core/database/sqlite/migrations/index.ts'
import { openStore } from '../../../../../src/core/database/sqlite/open-store.ts'
import { readSchema } from '../../../../../src/core/database/sqlite/schema.ts'
import { takeServeLock } from '../../../../../src/core/database/sqlite/serve-lock.ts'
import { findLicenseId } from '../../../../../src/core/queries/images/import-references.ts'
import { createTemporaryStore } from '../../../../support/temporary-store.ts'

const addNote: Migration = {
  async up(db) {
    await sql`alter table setting add column note text`.execute(db)
  },
}

const newer = { ...migrations, '9999-add-note': addNote }

test('lists pending migrations without applying them, and applies them once after a copy', async () => {
  await using temporary = await createTemporaryStore()
  const database = { file: temporary.file, migrations: newer }
  for (let run = 0; run < 2; run += 1) {
    expect(readMigrationState(database)).toEqual({
      schema: expect.stringMatching(/^\d{4}-/),
      pending: ['9999-add-note'],
      copyBytes: expect.any(Number),
    })
  }
  const copy = `${dirname(temporary.file)}/before-9999-add-note.sqlite`
  const from = Object.keys(migrations).at(-1)
  const to = '9999-add-note'
  const steps: MigrationStep[] = []
  const onMigrationStep = (step: MigrationStep): void => void steps.push(step)
  const migrated = await migrateDatabase({ ...database, onMigrationStep })
  expect(migrated).toEqual({ from, to, applied: [to], copy })
  expect(steps).toEqual([
    { migration: null, number: 0, count: 1 },
    { migration: to, number: 1, count: 1 },
  ])
  const copied = new Database(copy, { readonly: true })
  expect(copied.prepare('select * from setting').columns()).toHaveLength(2)
  copied.close()
  expect(readMigrationState(database)).toMatchObject({ schema: '9999-add-note', pending: [] })
  expect(await migrateDatabase(database)).toEqual({ from: to, to, applied: [], copy: null })
})

test('refuses the database of a later version', async () => {
  await using temporary = await createTemporaryStore()
  const { file } = temporary
  await migrateDatabase({ file, migrations: newer })
  expect(() => readMigrationState({ file })).toThrow(/another version of catalog/)
})

test('refuses a database without migrations', async () => {
  await using temporary = await createTemporaryStore()
  const { file } = temporary
  const db = new Database(file)
  db.exec('delete from kysely_migration')
  db.close()
  expect(() => readMigrationState({ file })).toThrow('The file is not a database of catalog.')
})

test('never migrates under a running server', async () => {
  await using temporary = await createTemporaryStore()
  const { file } = temporary
  const beforeMigration = () => refuseMigrationWhileServed(dirname(file))
  const open = async (known: Record<string, Migration>) => {
    await using _store = await openStore({ file, migrations: known, beforeMigration })
  }
  {
    using _lock = takeServeLock(dirname(file))
    await open(migrations)
    await expect(open(newer)).rejects.toThrow(/is of an earlier version/)
    expect(readSchema(file)).toEqual(Object.keys(migrations))
  }
  await open(newer)
  expect(readSchema(file)).toEqual(Object.keys(newer))
})

/** Columns of the first schema. */
const COLUMNS = 'id, at, user_id, host_user, action, object_type, object_id, before, after'

test('replaces checks without losing rows, ids, indexes or triggers', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const file = join(folder.path, 'catalog.sqlite')
  const earlier = Object.entries(migrations).filter(([name]) => name < '0009')
  await (await openStore({ file, migrations: Object.fromEntries(earlier) }))[Symbol.asyncDispose]()
  const describe = (db: Database.Database) => ({
    rows: db.prepare(`select ${COLUMNS} from audit_entry`).all(),
    keys: db.prepare('select * from idempotency_key').all(),
    sequence: db.prepare('select * from sqlite_sequence where name like ?').all('%audit_entry'),
    schema: db
      .prepare(
        `select name, type from sqlite_schema where tbl_name in ('audit_entry', 'idempotency_key') and name <> 'audit_entry_in_batch' order by 1`,
      )
      .all(),
  })
  const before = new Database(file)
  before.exec(`
    insert into user (id, username, username_folded, is_staff, created_at) values (1, 'a', 'a', 0, 0);
    insert into audit_entry (id, at, host_user, action, object_type, object_id, after)
      values (7, 1, '{}', 'image.edit', 'image', '1', '{"image_id":1}'), (9, 2, '{}', '', '', '', '{}');
    delete from audit_entry where id = 9;
    insert into idempotency_key values (1, 'key', 'request', null, 'lease', 1, 2);
    create trigger audit_watched after insert on audit_entry begin delete from setting; end;`)
  const expected = describe(before)
  before.close()
  await migrateDatabase({ file })
  const after = new Database(file)
  expect(describe(after)).toEqual(expected)
  expect(after.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }])
  const { lastInsertRowid } = after
    .prepare(
      `insert into audit_entry (at, host_user, action, object_type, object_id, after) values (3, '{}', '', '', '', '{}')`,
    )
    .run()
  expect(lastInsertRowid).toBe(10)
  expect(() => after.exec(`update audit_entry set before = '{'`)).toThrow(/CHECK/)
  after.close()
})

test('keeps licenses whose names differ only in the dot of a capital I', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-'))
  const file = join(folder.path, 'catalog.sqlite')
  const earlier = Object.entries(migrations).filter(([name]) => name < '0029')
  await (await openStore({ file, migrations: Object.fromEntries(earlier) }))[Symbol.asyncDispose]()
  const before = new Database(file)
  before.exec(`insert into license (id, name, name_folded, display_name, permalink) values
    (1, 'İI', 'i̇i', '', ''), (2, 'Iİ', 'ii̇', '', ''), (3, 'BİL', 'bi̇l', '', ''), (4, 'bil', 'bil', '', '')`)
  before.close()
  await using store = await openStore({ file })
  const ids = ['İI', 'Iİ', 'ii', 'BİL', 'bil'].map((name) => findLicenseId(store.reads, name))
  expect(await Promise.all(ids)).toEqual([1, 2, 1, 3, 4])
})
