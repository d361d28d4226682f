import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import Database from 'better-sqlite3'
import { originalKey } from '../../src/core/storage/keys.ts'
import type { Postgres } from './postgres.ts'

const run = promisify(execFile)

const FOLDER = fileURLToPath(new URL('../../fixtures/releases', import.meta.url))
const DATABASE = '.sqlite.gz'

/** The versions of which `fixtures/releases` keeps what they stored. */
export const keptReleases: readonly string[] = (await readdir(FOLDER))
  .filter((name) => name.endsWith(DATABASE))
  .map((name) => name.slice(0, -DATABASE.length))

/**
 * Creates a data directory with the SQLite database of a version. Of the files of images, it has an empty one in the place of the
 * first original, because a database without any of its files is refused.
 */
export async function unpackDatabase(version: string, data: string): Promise<void> {
  await mkdir(data, { mode: 0o700 })
  const database = gunzipSync(await readFile(join(FOLDER, `${version}${DATABASE}`)))
  const file = join(data, 'catalog.sqlite')
  await writeFile(file, database, { mode: 0o600 })
  const original = join(data, 'objects', findFirstOriginal(file))
  await mkdir(dirname(original), { recursive: true })
  await writeFile(original, '')
}

/** @returns the key of the original of the first image that has one */
function findFirstOriginal(file: string): string {
  using database = openDatabase(file)
  const { id, file_version } = database.db
    .prepare<[], { id: number; file_version: string }>(
      'select id, file_version from image where file_version is not null order by id limit 1',
    )
    .get()!
  return originalKey(id, file_version, 'jpg')
}

function openDatabase(file: string) {
  const db = new Database(file, { readonly: true })
  return { db, [Symbol.dispose]: () => void db.close() }
}

/** Unpacks the backup of a version on SQLite below a folder. @returns its path */
export async function unpackBackup(version: string, folder: string): Promise<string> {
  await unpack(`${version}.backup.tar.gz`, folder)
  const [name = ''] = await readdir(folder)
  return join(folder, name)
}

/** Creates a data directory with the files of a version on PostgreSQL, and beside them `database.sql`. */
export async function unpackPostgres(version: string, data: string): Promise<void> {
  await mkdir(data, { mode: 0o700 })
  await unpack(`${version}.postgres.tar.gz`, data)
}

/**
 * Creates a data directory with the files of a version on PostgreSQL, and restores its database.
 * @returns the address of the database
 */
export async function restorePostgres(
  version: string,
  { data, postgres }: { data: string; postgres: Postgres },
): Promise<string> {
  await unpackPostgres(version, data)
  const url = await postgres.createDatabase()
  const file = `${data}.sql`
  await rename(join(data, 'database.sql'), file)
  await run('psql', ['--quiet', '--set', 'ON_ERROR_STOP=1', '--file', file, url])
  return url
}

async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await run('tar', ['--extract', '--file', join(FOLDER, archive), '--directory', folder])
}
