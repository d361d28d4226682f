import { existsSync } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from './make-folder.ts'
import type { Config, Secrets } from '../../config/config.ts'
import { describeUnusableFiles, listUnusableFiles } from './data-owner.ts'
import { CatalogError, conflict, invalid, notFound } from '../../base/errors.ts'
import { explainRefusal, findRefusal, FOLDER_REASONS, refuseFolder } from './folder-refusal.ts'
import { describeMisplacedFile } from './misplaced-files.ts'
import { createFileOnce } from './staged-files.ts'
import { createDurableFolders } from '../durable-folders.ts'
import { FILE, FOLDER, tighten } from '../modes.ts'

const { R_OK, W_OK, X_OK } = constants

/** Returns the path of the database in a data directory. */
export function databasePath(data: string): string {
  return join(data, 'catalog.sqlite')
}

/** The file that marks a data directory whose restore has not finished. */
export const UNFINISHED_RESTORE = '.incomplete-restore'

/** Returns the directory of the image files, with `objects` and `tmp`. */
export function filesFolder({ data, files }: Pick<Config, 'data' | 'files'>): string {
  return files === null ? data : resolve(files)
}

/** Returns the path of the file with the random id of the server that uses a data directory. */
export function nodeIdPath(data: string): string {
  return join(data, 'node-id')
}

/** Returns the path of the saved index of the text search. */
export function textIndexPath(data: string): string {
  return join(data, 'search', 'text-index')
}

/** Returns the path of the copy of what searches read of PostgreSQL. */
export function searchableCopyPath(data: string): string {
  return join(data, 'search', 'copy.sqlite')
}

/** Returns the path of the saved codes of the embeddings. */
export function vectorIndexPath(data: string): string {
  return join(data, 'search', 'vector-index')
}

/**
 * Creates the data directory if it is missing, and removes the access of other users.
 * @throws CatalogError kind `invalid` if it cannot be used, `forbidden` if this user may not use a file in it,
 *   `unavailable` if a folder has the name of a file
 */
export async function ensureDataFolder(path: string): Promise<void> {
  await ensureFolder(path, 'the data directory', '--data')
  requirePlacedFiles(path)
  const found = describeUnusableFiles(path, listUnusableFiles(path))
  if (found === undefined) return
  const { message, hint } = found
  throw new CatalogError('forbidden', message, { code: 'other_owner', hint })
}

function requirePlacedFiles(data: string): void {
  const found = describeMisplacedFile(data)
  if (found === undefined) return
  const { message, hint } = found
  throw new CatalogError('unavailable', message, { code: 'misplaced_file', hint })
}

/**
 * Does the same for a directory of image files that servers of a PostgreSQL database share.
 * @throws CatalogError kind `invalid` if it cannot be used, or if the catalog is on SQLite
 */
export async function ensureFilesFolder(
  { files }: Pick<Config, 'files'>,
  { databaseUrl }: Pick<Secrets, 'databaseUrl'>,
): Promise<void> {
  requireDatabaseForFiles({ files }, { databaseUrl })
  if (files !== null)
    await ensureFolder(resolve(files), 'the directory of the image files', '--files')
}

/** @throws CatalogError kind `invalid` if a directory of image files is set for a catalog on SQLite */
export function requireDatabaseForFiles(
  { files }: Pick<Config, 'files'>,
  { databaseUrl }: Pick<Secrets, 'databaseUrl'>,
): void {
  if (files === null || databaseUrl !== null) return
  throw invalid(
    'CATALOG_FILES',
    'works only with CATALOG_DATABASE_URL. On SQLite, the image files are in the data directory',
  )
}

async function ensureFolder(path: string, what: string, flag: string): Promise<void> {
  try {
    const made = await makeFolder(path, 0o700)
    await access(path, R_OK | W_OK | X_OK)
    requireFinishedRestore(path)
    tighten(path, FOLDER)
    if (made !== undefined) await createDurableFolders(dirname(made)).sync(resolve(path))
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw refuseFolder(path, error, { what, flag })
  }
}

function requireFinishedRestore(path: string): void {
  if (!existsSync(join(path, UNFINISHED_RESTORE))) return
  throw new CatalogError(
    'invalid',
    `The restore into ${path} has not finished. Wait for it, or delete the directory and restore again.`,
  )
}

/**
 * Requires a data directory with a database. Creates nothing.
 * @throws CatalogError kind `not_found` if there is no catalog, `forbidden` if this user may not look
 */
export async function requireDatabaseFile(path: string): Promise<void> {
  const refusal = await findRefusal(path, R_OK | X_OK)
  if (refusal?.code === 'EACCES') {
    const { reason, remedy = '' } = explainRefusal(path, refusal)
    throw new CatalogError('forbidden', `${path} cannot be read: ${reason}.`, {
      code: 'other_owner',
      hint: `${remedy}.`,
    })
  }
  const lack = await lackOf(path)
  if (lack === undefined) return
  throw notFound(
    `There is no catalog in ${resolve(path)}: ${lack}. Mount its disk if it is missing, name its directory with --data, or create one with: catalog admin init --data DIR`,
  )
}

/** Whether a data directory has a database of SQLite with content, even if it is damaged. */
export async function hasDatabaseFile(path: string): Promise<boolean> {
  return (await lackOf(path)) === undefined
}

/** The file that marks the data directory of a server whose database is in PostgreSQL. */
const ON_POSTGRES = 'on-postgresql'

/** Records that the catalog of a data directory is in PostgreSQL. */
export async function recordPostgres(data: string): Promise<void> {
  const path = join(data, ON_POSTGRES)
  if (existsSync(path)) return
  const text = 'The catalog is in the PostgreSQL database of CATALOG_DATABASE_URL.\n'
  await createFileOnce({ path, text, mode: FILE })
}

/**
 * Requires that a data directory without a database of SQLite is not that of a server on PostgreSQL, whose address is
 * missing in the settings.
 * @throws CatalogError kind `conflict`
 */
export function requireNeverOnPostgres(data: string): void {
  const path = join(data, ON_POSTGRES)
  if (!existsSync(path)) return
  throw conflict(`The catalog of ${data} is in PostgreSQL, but CATALOG_DATABASE_URL is not set.`, {
    hint: `Set CATALOG_DATABASE_URL. For a new catalog on SQLite, name an empty directory with --data.`,
  })
}

/** Explains why a directory holds no catalog; undefined if it holds one. */
async function lackOf(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return FOLDER_REASONS['EEXIST']
    return (await stat(databasePath(path))).size > 0 ? undefined : 'its catalog.sqlite is empty'
  } catch (error) {
    const { code = '', message, path: missing } = error as NodeJS.ErrnoException
    if (code === 'ENOENT')
      return missing === path ? 'it does not exist' : 'it holds no catalog.sqlite'
    return FOLDER_REASONS[code] ?? message
  }
}
