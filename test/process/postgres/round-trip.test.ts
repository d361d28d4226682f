import { mkdtempDisposable, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect } from '../../../src/core/database/postgres/connect.ts'
import { digestFile, sha256 } from '../../support/digests.ts'
import { postgresIsMissing, startPostgres } from '../../support/postgres.ts'
import { BUCKET, startS3Stub } from '../../support/s3-stub/s3-stub.ts'
import { linesOf, SAMPLE, writeSampleDump } from '../../support/sample-dump.ts'
import { runCli } from '../../support/test-cli.ts'

async function admin(words: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runCli(['admin', ...words, '--json'], { env })
  expect(code, stderr + stdout).toBe(0)
  return stdout
}

/** Computes the digests of all files below a folder, by path. */
async function digestsBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name))
  const digests = paths.sort().map(async (path) => [relative(folder, path), await digestFile(path)])
  return Object.fromEntries(await Promise.all(digests)) as Record<string, string>
}

async function listTablesWithoutStatistics(address: string): Promise<string[]> {
  const db = connect(address, 1)
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples < 0`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name)
}

test.skipIf(postgresIsMissing('postgis'))(
  'dumps move a catalog from SQLite to PostgreSQL and a bucket, and back, without a difference',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-round-trip-'))
    await using postgres = await startPostgres('postgis')
    await using stub = await startS3Stub()
    const at = (name: string): string => join(folder.path, name)
    const onSqlite = { CATALOG_DATA: at('sqlite') }
    const onPostgres = {
      CATALOG_DATA: at('postgres'),
      CATALOG_DATABASE_URL: await postgres.createDatabase(),
      CATALOG_STORAGE_URL: `s3://${BUCKET}/catalog`,
      CATALOG_STORAGE_ENDPOINT: stub.endpoint,
      CATALOG_STORAGE_REGION: 'eu-central-1',
      CATALOG_STORAGE_PATH_STYLE: 'true',
    }
    const back = { CATALOG_DATA: at('back') }
    const steps = [
      { from: await writeSampleDump(at('sample')), env: onSqlite, to: at('first') },
      { from: at('first'), env: onPostgres, to: at('second') },
      { from: at('second'), env: back, to: at('third') },
    ]
    for (const { from, env, to } of steps) {
      await admin(['load', from, '--accept-staff'], env)
      await admin(['dump', to], env)
    }
    const expected = await digestsBelow(at('first'))
    expect(expected['catalog.ndjson']).toBe(sha256(Buffer.from(linesOf(SAMPLE))))
    expect(await digestsBelow(at('second'))).toEqual(expected)
    expect(await digestsBelow(at('third'))).toEqual(expected)

    expect(await listTablesWithoutStatistics(onPostgres.CATALOG_DATABASE_URL)).toEqual([])
    expect(await admin(['storage', 'verify'], onPostgres)).toBe('[]\n')
    await admin(['storage', 'copy', '--to', at('copies')], onPostgres)
    const originals = (digests: Record<string, string>): string[] =>
      Object.entries(digests)
        .filter(([path]) => path.includes('images/'))
        .map(([, digest]) => digest)
        .toSorted()
    expect(originals(await digestsBelow(at('copies')))).toEqual(originals(expected))
  },
)

test.skipIf(postgresIsMissing('postgis'))(
  'loads a dump in few round trips to the database',
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'catalog-round-trips-'))
    await using postgres = await startPostgres('postgis', { log_statement: 'all' })
    const repeat = (line: object): object[] =>
      Array.from({ length: 400 }, (_, index) => ({ ...line, id: index + 1 }))
    const firstOf = (type: string): object => SAMPLE.find((line) => line.type === type)!
    const imageLine = { ...firstOf('image'), collection: 4, license: 'cc-by', duplicate_of: null }
    const lines = linesOf([
      ...['catalog', 'user', 'license', 'source', 'collection'].map(firstOf),
      ...repeat(imageLine),
      ...repeat({ ...firstOf('georeference'), image: 1, georeferenced_by: 1 }),
      ...repeat({ ...firstOf('validation'), georeference: 1 }),
    ])
    const dump = await writeSampleDump(join(folder.path, 'dump'), { lines })
    const CATALOG_DATABASE_URL = await postgres.createCatalog()
    await admin(['load', dump, '--accept-staff'], {
      CATALOG_DATA: join(folder.path, 'data'),
      CATALOG_DATABASE_URL,
    })
    const isLogged = (text: string): boolean => postgres.log.some((line) => line.includes(text))
    await postgres.query(`select 'end of the load'`)
    await expect.poll(() => isLogged('end of the load')).toBe(true)
    const statements = postgres.log.filter((line) => /LOG: +(statement|execute)/.test(line))
    expect(statements.some((line) => line.includes('insert into "validation"'))).toBe(true)
    expect(statements.length).toBeLessThan(300)
  },
)
