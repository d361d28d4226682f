/**
 * Migrates a large catalog with the schema of each kept release on both engines by `catalog admin migrate up`, which is first
 * killed in the middle and must leave the database as it was. Each has to end within `SECONDS` (300 by default), to show every
 * step, and to lose no image. `IMAGES` sets the size.
 */

import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env } from 'node:process'
import { createInterface } from 'node:readline'
import { openConnection } from '../../src/core/database/sqlite/connection.ts'
import { openStore as openPostgres } from '../../src/core/database/postgres/open-store.ts'
import { migrations as postgresMigrations } from '../../src/core/database/postgres/migrations/index.ts'
import { openStore as openSqlite } from '../../src/core/database/sqlite/open-store.ts'
import { migrations as sqliteMigrations } from '../../src/core/database/sqlite/migrations/index.ts'
import { readSchema } from '../../src/core/database/sqlite/schema.ts'
import { copyRows } from '../support/copy-rows-to-postgres.ts'
import { generate, syllableTexts } from '../support/generated-catalog/generate.ts'
import { sizeOf as contentsOf } from '../support/generated-catalog/rows.ts'
import { keptReleases, unpackDatabase } from '../support/kept-releases.ts'
import { runMeasured } from '../support/measured-program.ts'
import { postgresIsMissing, startPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/program.ts'
import { endCampaign, sizeOf } from '../support/soak.ts'
import { configureDatabase } from '../support/test-postgres.ts'

const IMAGES = sizeOf('IMAGES', 100_000)
const MAX_SECONDS = Number(env.SECONDS ?? 300)
const KILL_MS = 600_000

await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-upgrade-'))
const problems: string[] = []
const figures: Record<string, string> = {}
for (const version of keptReleases) await upgrade(version, join(folder.path, version))
for (const problem of problems) console.log(`✗ ${problem}`)
endCampaign({
  size: `${IMAGES} images from ${keptReleases.join(', ')}`,
  failures: problems.length,
  figures,
})

async function upgrade(version: string, place: string): Promise<void> {
  await unpackDatabase(version, place)
  const schema = readSchema(join(place, 'catalog.sqlite'))
  const pending = Object.keys(sqliteMigrations).slice(schema.length)
  if (pending.length === 0) return
  const data = join(place, 'sqlite')
  const file = join(data, 'catalog.sqlite')
  await mkdir(data)
  const migrations = take(sqliteMigrations, schema)
  await (await openSqlite({ file, migrations }))[Symbol.asyncDispose]()
  fill(file)
  if (!postgresIsMissing('postgis')) await upgradePostgres({ version, place, schema, file })
  await migrate(`${version} on SQLite`, data, pending)
  const store = await openSqlite({ file })
  await expectImages(`${version} on SQLite`, store)
}

interface Source {
  version: string
  place: string
  schema: readonly string[]
  /** A SQLite database with the rows. */
  file: string
}

async function upgradePostgres({ version, place, schema, file }: Source): Promise<void> {
  await using postgres = await startPostgres('postgis', { fsync: 'on', autovacuum: 'on' })
  const url = await postgres.createDatabase()
  const migrations = take(postgresMigrations, schema)
  await (await openPostgres({ url, migrations }))[Symbol.asyncDispose]()
  await copyRows(url, file)
  const data = join(place, 'postgres')
  await configureDatabase(data, url)
  await migrate(
    `${version} on PostgreSQL`,
    data,
    Object.keys(postgresMigrations).slice(schema.length),
  )
  await expectImages(`${version} on PostgreSQL`, await openPostgres({ url }))
}

async function killMidway(name: string, data: string, pending: readonly string[]): Promise<void> {
  const middle = pending[Math.floor(pending.length / 2)] ?? ''
  const running = runProgram(['admin', 'migrate', 'up', '--data', data], { timeout: KILL_MS })
  createInterface({ input: running.stderr! }).on('line', (line) => {
    if (line.includes(middle)) running.kill('SIGKILL')
  })
  const { signal } = await running
  if (signal !== 'SIGKILL') problems.push(`${name} was not killed`)
  const { stdout } = await runProgram(['admin', 'migrate', 'status', '--json', '--data', data])
  const left: unknown = JSON.parse(String(stdout)).pending
  if (JSON.stringify(left) !== JSON.stringify(pending))
    problems.push(`${name} was killed, and left ${String(stdout)}`)
}

async function migrate(name: string, data: string, pending: readonly string[]): Promise<void> {
  await killMidway(name, data, pending)
  let shownAt = performance.now()
  let longest = 0
  const shown: string[] = []
  const onLine = (line: string): void => {
    longest = Math.max(longest, performance.now() - shownAt)
    shownAt = performance.now()
    shown.push(line)
  }
  const began = performance.now()
  const words = ['admin', 'migrate', 'up', '--json', '--data', data]
  const { stdout, usage } = await runMeasured(words, onLine)
  const seconds = (performance.now() - began) / 1000
  figures[name] = `${usage}, longest step ${(longest / 1000).toFixed(1)} s`
  console.log(`${name}: ${figures[name]}`)
  if (seconds > MAX_SECONDS) problems.push(`${name} took ${seconds.toFixed(0)} s`)
  const applied: unknown = JSON.parse(stdout).applied
  if (JSON.stringify(applied) !== JSON.stringify(pending))
    problems.push(`${name} ended with ${stdout}`)
  for (const migration of pending)
    if (!shown.some((line) => line.includes(migration)))
      problems.push(`${name} did not show ${migration}`)
}

async function expectImages(
  name: string,
  store: Awaited<ReturnType<typeof openSqlite>>,
): Promise<void> {
  await using opened = store
  const count = opened.reads.selectFrom('image').select((eb) => eb.fn.countAll().as('count'))
  const { count: images } = await count.executeTakeFirstOrThrow()
  if (Number(images) !== IMAGES) problems.push(`${name} has ${images} images afterward`)
}

function take<Migration>(
  migrations: Record<string, Migration>,
  names: readonly string[],
): Record<string, Migration> {
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
}

function fill(file: string): void {
  const db = openConnection({ file })
  db.pragma('synchronous = OFF')
  db.pragma('foreign_keys = OFF')
  generate(db, contentsOf(IMAGES), syllableTexts)
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}
