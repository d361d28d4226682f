import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { dumpCatalog } from '../../src/core/dump/dump.ts'
import { LINE_TYPES } from '../../src/core/dump/lines/index.ts'
import { loadDump } from '../../src/core/dump/load.ts'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import {
  fillEmptyColumns,
  fillEmptyTables,
  listColumns,
  listTables,
} from '../support/complete-database.ts'
import { openTestCatalog, type TestCatalog } from '../support/open-catalog.ts'
import { writeSampleDump } from '../support/sample-dump.ts'

const SECRET = 'a secret, or of no use without one'
const DERIVED = 'follows from other rows, also after loading'
const FILES = 'files of other projects, which can be added again'
const HOST = 'the state of what this host does'

/** Tables that a dump leaves out, and why. */
const LEFT_OUT_TABLES: Record<string, string> = {
  activity_event: DERIVED,
  area_current: DERIVED,
  change: DERIVED,
  collection_count: DERIVED,
  consent: SECRET,
  disputed_image: DERIVED,
  embedding: 'jobs embed the pictures again',
  embedding_model: 'models are installed on the host; the settings have the chosen one',
  gazetteer: FILES,
  gazetteer_entry: FILES,
  gazetteer_name: FILES,
  georeference_total: DERIVED,
  idempotency_key: HOST,
  image_count: DERIVED,
  image_id: DERIVED,
  job: HOST,
  job_pause: HOST,
  kysely_migration: HOST,
  kysely_migration_lock: HOST,
  maintenance_run: HOST,
  oauth_client: SECRET,
  oauth_code: SECRET,
  oauth_grant: SECRET,
  oauth_token: SECRET,
  point_current: DERIVED,
  session: SECRET,
  slot: HOST,
  staff_invitation: 'the host to load it into decides who becomes staff',
  subject_count: DERIVED,
  used_sign_in: SECRET,
  user_count: DERIVED,
  visit: 'only decides what the account page calls new',
}

const ORDERED = 'only orders rows, as the order of lines does'
const FROM_FILE = 'jobs make it from the file again'

/** Columns of other tables that a dump leaves out, and why. */
const LEFT_OUT_COLUMNS: Record<string, string> = {
  'audit_entry.id': ORDERED,
  'image.file_version': 'a loaded file is a new version',
  'image.generation': FROM_FILE,
  'image.generation_corrected': FROM_FILE,
  'image.generation_of': FROM_FILE,
  'image.generation_picture': FROM_FILE,
  'image.generation_damage': FROM_FILE,
  'image.failure_of': FROM_FILE,
  'image.failure_state': FROM_FILE,
  'image.failure_reason': FROM_FILE,
  'image.tiles_generation': FROM_FILE,
  'image.tiles_of': FROM_FILE,
  'image.tiles_width': FROM_FILE,
  'image.tiles_height': FROM_FILE,
  'image.revision': 'counts changes in this catalog',
  'image.camera': FROM_FILE,
  'image.captured_on': FROM_FILE,
  'image.gps_position': FROM_FILE,
  'setting.value': 'one setting identifies the files of this catalog',
  'subject_change.id': ORDERED,
  'subject_geometry.id': ORDERED,
}

test('a dump keeps every column of every table, or there is a reason', async () => {
  await using from = await openTestCatalog()
  await using to = await openTestCatalog()
  withDatabase(from, startIdsAt1000)
  const sample = await writeSampleDump(join(from.folder, 'sample'))
  await loadDump(from.catalog, sample, { acceptStaff: true })
  withDatabase(from, fillEmptyTables)
  withDatabase(from, fillEmptyColumns)
  const dump = join(from.folder, 'dump')
  await dumpCatalog(from.catalog, dump, { files: true })
  await loadDump(to.catalog, dump, { acceptStaff: true })

  const [before, after] = [withDatabase(from, readColumns), withDatabase(to, readColumns)]
  const lost = [...before].filter(([name, values]) => values !== after.get(name))
  const unexplained = lost.map(([name]) => name).filter((name) => !isInLeftOutTable(name))
  expect(unexplained.toSorted()).toEqual(Object.keys(LEFT_OUT_COLUMNS).toSorted())
  expect(withDatabase(from, listTables)).toEqual(
    expect.arrayContaining(Object.keys(LEFT_OUT_TABLES)),
  )
})

function isInLeftOutTable(column: string): boolean {
  return column.replace(/\..+/u, '') in LEFT_OUT_TABLES
}

const page = readFileSync(new URL('../../docs/dump.md', import.meta.url), 'utf8')
const described = [...page.matchAll(/^\| `(\w+)` +\| (.+) \|$/gmu)]

test('the documentation of dumps names exactly the types of lines', () => {
  expect(described.map(([, type]) => type)).toEqual(LINE_TYPES.map(({ type }) => type))
})

test.each(LINE_TYPES)('it names exactly the fields of $type', ({ type, schema }) => {
  const [, , fields = ''] = described.find(([, name]) => name === type) ?? []
  const text = fields.replaceAll(/\]\([^)]*\)/gu, ']').replaceAll(/\([^)]*\)/gu, '')
  expect([...text.matchAll(/`\w+`\??/gu)].map(([field]) => field)).toEqual(listFields(schema))
})

/** Lists the fields of a line, and those of an object in it after it. */
function listFields({ shape }: z.ZodObject): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const isOptional = field.safeParse(undefined).success
    const members = field instanceof z.ZodObject ? listFields(field) : []
    return [`\`${name}\`${isOptional ? '?' : ''}`, ...members]
  })
}

function withDatabase<Result>({ data }: TestCatalog, use: (db: Database) => Result): Result {
  const db = openConnection({ file: join(data, 'catalog.sqlite') })
  try {
    return use(db)
  } finally {
    db.close()
  }
}

/** Advances the sequences of ids, so that ids that a dump does not keep differ after loading it elsewhere. */
function startIdsAt1000(db: Database): void {
  db.exec(`insert into sqlite_sequence (name, seq)
    select name, 999 from sqlite_schema where type = 'table' and sql like '%autoincrement%'`)
}

/** Reads the values of each column by the primary key of its table, as JSON. */
function readColumns(db: Database): ReadonlyMap<string, string> {
  return new Map(
    listTables(db).flatMap((table) => {
      const columns = listColumns(db, table)
      const key = columns.filter(({ pk }) => pk > 0).map(({ name }) => `"${name}"`)
      return columns.map(({ name }) => {
        const query = `select "${name}" from "${table}" order by ${key.join() || '1'}`
        return [`${table}.${name}`, JSON.stringify(db.prepare(query).pluck().all())] as const
      })
    }),
  )
}
