import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyDatabase } from '../../src/core/database/sqlite/copy-database.ts'
import { listTables, openCompleteCatalog } from '../support/complete-database.ts'
import { describeLayers, hasGdal } from '../support/gdal.ts'
import type { TestCatalog } from '../support/open-catalog.ts'

/** Programs of Debian 12, with its SQLite 3.40, on a catalog in which every table has a row. */

const hasSqlite = spawnSync('sqlite3', ['--version']).status === 0
if (!hasSqlite && process.env['CATALOG_REQUIRE_SQLITE']) throw new Error('sqlite3 is not installed')

const run = promisify(execFile)

let scene: TestCatalog
let file: string
beforeAll(async () => {
  scene = await openCompleteCatalog()
  file = join(scene.folder, 'copy.sqlite')
  copyDatabase(join(scene.data, 'catalog.sqlite'), file)
})
afterAll(() => scene[Symbol.asyncDispose]())

describe.runIf(hasSqlite)('sqlite3', () => {
  test('finds the database intact', async () => {
    const { stdout } = await run('sqlite3', [file, 'pragma integrity_check', 'pragma quick_check'])
    expect(stdout).toBe('ok\nok\n')
  })

  test('rewrites every row, whose checks and triggers accept it', async () => {
    const db = new Database(file, { readonly: true })
    const tables = listTables(db)
    const statements = tables.flatMap((table) => {
      const columns = db.pragma(`table_info("${table}")`) as { name: string }[]
      // Triggers of SpatiaLite need its library.
      const written = columns.filter(({ name }) => name !== 'geom').map(({ name }) => `"${name}"`)
      const same = written.map((name) => `${name} = ${name}`).join(', ')
      return [`update "${table}" set ${same}`, `select changes() > 0 or '${table}'`]
    })
    db.close()
    const { stdout } = await run('sqlite3', [
      '-bail',
      file,
      'begin',
      ...statements,
      'rollback',
      'pragma integrity_check',
    ])
    expect(stdout.trim().split('\n')).toEqual([...tables.map(() => '1'), 'ok'])
  })

  test('adds entries to the audit log', async () => {
    const insert = (member: string) =>
      `insert into audit_entry (at, user_id, action, object_type, object_id, ${member})
        values (1, 1, 'image.edit', 'image', '10', '{"title":"Bridge"}')`
    const { stdout } = await run('sqlite3', [
      '-bail',
      file,
      'begin',
      insert('before'),
      insert('after'),
      'select changes()',
      'rollback',
    ])
    expect(stdout).toBe('1\n')
  })
})

test.runIf(hasGdal)('GDAL reads all layers with their geometries', async () => {
  const layers = await describeLayers(file)
  expect(layers).toMatchObject({
    georeference: { geometry: 'Point', count: 2 },
    from_above_georeference: { geometry: 'Polygon', count: 1 },
    subject_geometry: { count: 1 },
  })
})
