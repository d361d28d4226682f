import { mkdir, readdir, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '../../../../../src/core/database/sqlite/migrations/index.ts'
import { openStore } from '../../../../../src/core/database/sqlite/open-store.ts'
import { mountSmallDisk } from '../../../../support/failing-disk.ts'
import { createTemporaryStore } from '../../../../support/temporary-store.ts'

const addNote: Migration = {
  async up(db) {
    await sql`alter table setting add column note text`.execute(db)
  },
}

const fail: Migration = {
  async up() {
    throw new Error('this migration fails')
  },
}

const columnsOf = (file: string): string[] => {
  const db = new Database(file, { readonly: true })
  try {
    const query = db.prepare<[], string>(`select name from pragma_table_info('setting')`)
    return query.pluck().all()
  } finally {
    db.close()
  }
}

const copiesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('before-'))

test('copies an existing database before a migration, and a new one never', async () => {
  await using temporary = await createTemporaryStore()
  const folder = dirname(temporary.file)
  expect(await copiesIn(folder)).toEqual([])
  const newer = { ...migrations, '9999-add-note': addNote }
  for (let start = 0; start < 2; start += 1) {
    await using _store = await openStore({ file: temporary.file, migrations: newer })
  }
  expect(await copiesIn(folder)).toEqual(['before-9999-add-note.sqlite'])
  expect(columnsOf(temporary.file)).toContain('note')
  expect(columnsOf(join(folder, 'before-9999-add-note.sqlite'))).not.toContain('note')
})

test('replaces the copy when a migration that failed runs again', async () => {
  await using temporary = await createTemporaryStore()
  const { file } = temporary
  const failing = { ...migrations, '9999-add-note': fail }
  await expect(openStore({ file, migrations: failing })).rejects.toThrow('this migration fails')
  await temporary.store.write((tx) =>
    tx.insertInto('setting').values({ name: 'later', value: '1' }).execute(),
  )
  const newer = { ...migrations, '9999-add-note': addNote }
  await using _store = await openStore({ file, migrations: newer })
  const copy = new Database(join(dirname(file), 'before-9999-add-note.sqlite'), { readonly: true })
  const names = copy.prepare<[], string>('select name from setting').pluck().all()
  copy.close()
  expect(names).toContain('later')
})

test('does not migrate if the disk has no space for the copy', async ({ skip }) => {
  using disk = mountSmallDisk(8)
  skip(!disk, 'needs root, and a container that allows mounts')
  if (!disk) return
  await mkdir(disk.data)
  const file = join(disk.data, 'catalog.sqlite')
  {
    await using _store = await openStore({ file })
  }
  const { bavail, bsize } = await statfs(disk.data)
  await writeFile(join(disk.data, 'filler'), Buffer.alloc(bavail * bsize - 500_000))
  const newer = { ...migrations, '9999-add-note': addNote }
  await expect(openStore({ file, migrations: newer })).rejects.toThrow(/copy of it needs \d+ MB/)
  expect(columnsOf(file)).not.toContain('note')
  expect(await copiesIn(dirname(file))).toEqual([])
})
