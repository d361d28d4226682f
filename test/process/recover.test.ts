import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RESTORE_DATABASE } from '../../src/core/base/errors.ts'
import { copyDatabase } from '../../src/core/database/sqlite/copy-database.ts'
import { findIntegrityProblems } from '../../src/core/database/sqlite/check-database.ts'
import { takeServeLock } from '../../src/core/database/sqlite/serve-lock.ts'
import { KNOWN_FILES } from '../../src/core/model/setting-names.ts'
import { listTables, openCompleteCatalog } from '../support/complete-database.ts'
import { damagePages, overwritePages } from '../support/damaged-database.ts'
import type { TestCatalog } from '../support/open-catalog.ts'
import { runCli } from '../support/test-cli.ts'
import { startTestServer } from '../support/test-server.ts'

let scene: TestCatalog
beforeAll(async () => {
  scene = await openCompleteCatalog()
  copyDatabase(join(scene.data, 'catalog.sqlite'), join(scene.folder, 'whole.sqlite'))
})
afterAll(() => scene[Symbol.asyncDispose]())

let number = 0

/** Copies the catalog to a new directory, and damages the copy. */
async function breakCatalog(damage: (file: string) => Promise<void> = async () => {}) {
  const broken = join(scene.folder, `broken-${(number += 1)}`)
  const file = join(broken, 'catalog.sqlite')
  await mkdir(broken)
  await copyFile(join(scene.folder, 'whole.sqlite'), file)
  await damage(file)
  return { broken, file, to: join(scene.folder, `new-${number}`) }
}

interface Finding {
  code: string
  table: string
  rows: number | null
  key: string | null
}

async function recover(broken: string, to: string) {
  const argv = ['admin', 'recover', '--data', broken, '--to', to, '--json']
  const { code, stdout, stderr } = await runCli(argv)
  const findings: Finding[] = code === 0 || code === 6 ? JSON.parse(stdout) : []
  return { code, output: stdout + stderr, findings }
}

/** Reads all rows by table. Zero counts and the random log of changes are left out. */
function readTables(file: string): Record<string, unknown[]> {
  const db = new Database(file, { readonly: true })
  const names = listTables(db).filter((name) => !['change', 'kysely_migration'].includes(name))
  const readRows = (name: string) =>
    (db.prepare(`select * from "${name}" order by 1`).all() as { images?: number }[]).filter(
      ({ images }) => images !== 0,
    )
  const tables = Object.fromEntries(names.map((name) => [name, readRows(name)]))
  db.close()
  return tables
}

/** Finds the pages of a table or index, the root first. */
function listPages(file: string, name: string): number[] {
  const db = new Database(file, { readonly: true })
  const pages = db.prepare<[string], number>(
    'select pageno from dbstat where name = ? order by path',
  )
  const found = pages.pluck().all(name)
  db.close()
  return found
}

test('recovers an intact database, also what only its write-ahead log contains', async () => {
  const broken = join(scene.folder, 'open')
  await mkdir(broken)
  for (const name of ['catalog.sqlite', 'catalog.sqlite-wal'])
    await copyFile(join(scene.data, name), join(broken, name))
  expect((await stat(join(broken, 'catalog.sqlite-wal'))).size).toBeGreaterThan(0)
  const to = join(scene.folder, 'from-open')
  const { code, output, findings } = await recover(broken, to)
  expect(code, output).toBe(0)
  expect(findings).toContainEqual(
    expect.objectContaining({ code: 'recovered', table: 'image', rows: 3 }),
  )
  expect(await readdir(to)).toEqual(['catalog.sqlite'])
  // The sample is no image in dispute: triggers decide that.
  const { disputed_image: _, ...expected } = readTables(join(scene.data, 'catalog.sqlite'))
  expect(readTables(join(to, 'catalog.sqlite'))).toMatchObject(expected)
})

const garbage = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919 + 13) % 251))

describe('damage', () => {
  test.each<[string, (file: string) => Promise<void>]>([
    [
      'an index of garbage, in a database that knows its files,',
      async (file) => {
        const db = new Database(file)
        db.prepare('insert into setting (name, value) values (?, ?)').run(KNOWN_FILES, '{}')
        db.close()
        await overwritePages(file, listPages(file, 'image_title'), garbage)
      },
    ],
    ['a header of zeros', (file) => overwritePages(file, [1], Buffer.alloc(100))],
    ['a first page of zeros', (file) => overwritePages(file, [1])],
    ['a first page of garbage', (file) => overwritePages(file, [1], garbage)],
    ['a lost schema', (file) => overwritePages(file, listPages(file, 'sqlite_schema').slice(0, 3))],
  ])('%s loses no image', async (_, damage) => {
    const { broken, file, to } = await breakCatalog(damage)
    const before = await readFile(file)
    const { code, output } = await recover(broken, to)
    expect([0, 6], output).toContain(code)
    const recovered = join(to, 'catalog.sqlite')
    expect(findIntegrityProblems(recovered, null)).toEqual([])
    const { image, georeference, comment } = readTables(join(scene.folder, 'whole.sqlite'))
    const tables = readTables(recovered)
    expect(tables).toMatchObject({ image, georeference, comment })
    // Rows may be lost, so orphaned files are not swept until a server has known them for a day again.
    expect(tables['setting']).not.toContainEqual(expect.objectContaining({ name: KNOWN_FILES }))
    expect(await readFile(file)).toEqual(before)
    expect(await readdir(broken)).toEqual(['catalog.sqlite'])
  })

  test('pages of any table, or half of the file, leave a database that is intact', async () => {
    for (let first = 2; first < 30; first += 9) {
      const { broken, file, to } = await breakCatalog(async (path) => {
        const pages = Math.floor((await stat(path)).size / 4096)
        const hit = Array.from(
          { length: 25 },
          (_, index) => ((first + index * 37) % (pages - 1)) + 2,
        )
        await overwritePages(path, hit, first % 2 === 0 ? garbage : undefined)
        if (first > 20) await truncate(path, 4096 * (pages / 2) + 99)
      })
      const { code, output } = await recover(broken, to)
      expect([0, 6], output).toContain(code)
      expect(findIntegrityProblems(join(to, 'catalog.sqlite'), null)).toEqual([])
      expect((await stat(file)).size).toBeGreaterThan(0)
    }
  })

  test('placeholders stand for lost users and collections, and optional references end', async () => {
    const { broken, to } = await breakCatalog((file) =>
      overwritePages(
        file,
        ['user', 'collection', 'license'].flatMap((name) => listPages(file, name)),
      ),
    )
    const { code, findings } = await recover(broken, to)
    expect(code).toBe(6)
    const found = (wanted: string) =>
      findings.filter((each) => each.code === wanted).map(({ table, key }) => `${table} ${key}`)
    expect(found('lost_page')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^user \d/),
        expect.stringMatching(/^license \d/),
      ]),
    )
    expect(found('placeholder')).toEqual(
      expect.arrayContaining(['user 1', 'user 7', 'collection 4', 'collection 5']),
    )
    expect(found('lost_reference')).toEqual(['image 11'])
    const { image, user, collection } = readTables(join(to, 'catalog.sqlite'))
    expect(image).toHaveLength(3)
    expect(user).toContainEqual(expect.objectContaining({ id: 7, is_staff: 0 }))
    expect(collection).toContainEqual(
      expect.objectContaining({ id: 4, source_id: 1, name: 'Lost collection 4', public: 0 }),
    )
  })
})

test('refuses a target with files, a served catalog, and a database of which nothing can be read', async () => {
  const { broken, file, to } = await breakCatalog()
  expect(await recover(broken, broken)).toMatchObject({
    code: 9,
    output: expect.stringContaining('is not empty. Name a new directory.'),
  })
  {
    using _served = takeServeLock(broken)
    expect((await recover(broken, to)).code).toBe(9)
  }
  expect((await recover(join(scene.folder, 'nowhere'), to)).code).toBe(5)
  await damagePages(file)
  await overwritePages(file, [1])
  const { code, output } = await recover(broken, to)
  expect([code, output]).toEqual([11, expect.stringContaining('No row of')])
  expect(await readdir(to)).toEqual([])
})

describe('advice about a damaged database', () => {
  const paths = async () => {
    const { broken } = await breakCatalog((file) => overwritePages(file, [1]))
    const work = join(scene.folder, `advice-${number}`)
    await mkdir(work)
    const DUMP = join(work, 'dump')
    const whole = await breakCatalog()
    await runCli(['admin', 'dump', DUMP, '--no-files', '--data', whole.broken])
    await runCli(['admin', 'backup', 'create', '--data', whole.broken, '--backups', work])
    const [backup] = (await readdir(work)).filter((name) => /^\d{4}-/.test(name))
    return { BROKEN: broken, DUMP, BACKUP: join(work, backup!), work }
  }

  const fill = (command: string, values: Record<string, string>): string =>
    command.replaceAll(/\b[A-Z]{3,}\b/gu, (name) => values[name] ?? name)

  test('of errors and doctor can be followed', async () => {
    const commands = [
      ...RESTORE_DATABASE.matchAll(/catalog (admin (?:restore|load|recover)[^),]*)/gu),
    ]
    expect(commands).toHaveLength(3)
    const { work, ...values } = await paths()
    for (const [index, [, command = '']] of commands.entries()) {
      const NEW = join(work, `new-${index}`)
      const { code, stderr } = await runCli(fill(command, { ...values, NEW }).split(' '))
      expect([0, 6], `${command}: ${stderr}`).toContain(code)
      expect(findIntegrityProblems(join(NEW, 'catalog.sqlite'), null)).toEqual([])
    }
  })

  test('of the guide can be followed until the catalog is served again', async () => {
    const guide = await readFile(new URL('../../docs/host.md', import.meta.url), 'utf8')
    const section = guide.split('## Restore a damaged database\n')[1]!.split('\n## ')[0]!
    const inline = [...section.matchAll(/`(catalog admin (?:restore|load) [^`]+)`/gu)].map(
      ([, line]) => line!,
    )
    const blocks = [...section.matchAll(/```sh\n(.+?)```/gsu)].flatMap(([, lines]) =>
      lines!.trim().split('\n'),
    )
    expect(inline).toHaveLength(2)
    const { work, ...values } = await paths()
    const run = async (line: string, NEW: string): Promise<void> => {
      const command = fill(line, { ...values, NEW })
      if (!command.startsWith('catalog ')) return void execFileSync('sh', ['-c', command])
      const { code, stdout, stderr } = await runCli([...command.split(' ').slice(1), '--json'])
      // Doctor warns that there is no backup, and verify about the image files, which are not part of this.
      expect([0, 6, 11], `${command}: ${stderr}`).toContain(code)
      if (command.includes(' doctor '))
        expect(JSON.parse(stdout)).toContainEqual(
          expect.objectContaining({ check: 'integrity', state: 'ok' }),
        )
    }
    for (const [index, line] of inline.entries()) await run(line, join(work, `new-${index}`))
    for (const line of blocks) await run(line, join(work, 'recovered'))
    await using server = await startTestServer({ data: values.BROKEN })
    expect((await server.get('/api/v2/images/')).count).toBe(2)
  })
})
