import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../storage/disk/make-folder.ts'
import { LOGO_FILES } from '../config/site-settings.ts'
import { formatTimestamp, parseTimestamp, type Micros } from '../base/clock.ts'
import { isFileLocked, takeFileLock } from '../storage/disk/file-lock.ts'
import { CatalogError } from '../base/errors.ts'
import { findRefusal, FOLDER_REASONS, refuseFolder } from '../storage/disk/folder-refusal.ts'
import { tighten } from '../storage/modes.ts'

/**
 * The layout of a backup: a folder named by its time, with the manifest, the files of `COPIED_FILES`, a list of the stored
 * files, and these files below `objects` as in the data directory.
 */

/** The files of a data directory that a backup contains besides the stored files. Only the owner may access them. */
export const COPIED_FILES = [
  'catalog.sqlite',
  'secret',
  'catalog.toml',
  'security.log',
  ...LOGO_FILES,
] as const

export const DATABASE = COPIED_FILES[0]
export const STORED_LIST = 'stored-files.ndjson'
export const OBJECTS = 'objects'

/** Only its owner may enter a backup. */
export const BACKUP_FOLDER_MODE = 0o700

/** Folders that an interrupted process left have this prefix, so that they are never taken for a backup. */
const INCOMPLETE = '.incomplete-'

const LOCK = '.lock.sqlite'

const NAME = /^\d{4}-\d{2}-\d{2}T\d{6}Z(-\d{1,3})?$/

/** Returns the default folder for the backups of a data directory. */
export function defaultBackupsFolder(data: string): string {
  return join(data, 'backups')
}

export function isBackupName(name: string): boolean {
  return NAME.test(name)
}

/** Returns the name of a backup: `2026-11-22T192442Z`, with a number if there is one of the same second. */
export function newBackupName(now: Micros, taken: readonly string[]): string {
  const name = `${formatTimestamp(now).slice(0, 19).replaceAll(':', '')}Z`
  let number = 1
  const next = (): string => (number === 1 ? name : `${name}-${number}`)
  while (taken.includes(next())) number += 1
  return next()
}

/** Lists the names of the complete backups, oldest first; none if the folder does not exist. */
export async function listBackupNames(folder: string): Promise<string[]> {
  const names = (await listNames(folder)).filter(isBackupName)
  return names.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Finds out from the names when the newest complete backup was made. @returns undefined if there is none */
export async function findNewestBackupTime(folder: string): Promise<Micros | undefined> {
  const newest = (await listBackupNames(folder)).at(-1)
  return newest === undefined
    ? undefined
    : parseTimestamp(newest.replace(/T(..)(..)(..)Z.*/, 'T$1:$2:$3Z'))
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw explainUnusable(folder, error)
  }
}

/**
 * Creates the folder of the backups, if it is missing.
 * @throws CatalogError kind `invalid` if it cannot be used
 */
export async function ensureBackupsFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder, BACKUP_FOLDER_MODE)
  } catch (error) {
    throw explainUnusable(folder, error)
  }
  const refusal = await findRefusal(folder)
  if (refusal) throw explainUnusable(folder, refusal)
  tighten(folder, 0o750)
}

/** A full disk has an explanation of its own. */
function explainUnusable(folder: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (FOLDER_REASONS[code] === undefined) return error
  return refuseFolder(folder, error, { what: 'the folder of the backups', flag: '--backups' })
}

/**
 * Locks the folder of backups, so that unfinished ones can be told from abandoned ones.
 * @throws CatalogError kind `busy` if another process creates or deletes backups there
 */
export function takeBackupsLock(folder: string): Disposable {
  const lock = takeFileLock(join(folder, LOCK))
  if (lock) return lock
  throw new CatalogError('busy', `Another process is creating or deleting backups in ${folder}.`)
}

/** Returns the path of a new folder for an unfinished backup. Requires the lock. */
export async function createIncomplete(folder: string): Promise<string> {
  const path = join(folder, INCOMPLETE + randomUUID())
  await mkdir(path, { mode: BACKUP_FOLDER_MODE })
  return path
}

/**
 * Creates a folder for the verification of a backup. Its lock tells it from one that an interrupted process left, because
 * backups are created while others are verified.
 */
export async function createScratch(folder: string): Promise<{ path: string } & AsyncDisposable> {
  const path = join(folder, `${INCOMPLETE}verify-${randomUUID()}`)
  await makeFolder(path, BACKUP_FOLDER_MODE)
  const lock = takeFileLock(join(path, LOCK))
  return {
    path,
    async [Symbol.asyncDispose]() {
      lock?.[Symbol.dispose]()
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Removes what interrupted processes left. Requires the lock. */
export async function removeIncomplete(folder: string): Promise<void> {
  const names = await listNames(folder)
  for (const name of names.filter((name) => name.startsWith(INCOMPLETE))) {
    const path = join(folder, name)
    if (!isFileLocked(join(path, LOCK))) await rm(path, { recursive: true, force: true })
  }
}

/** Returns the path with the prefix of unfinished folders, for a backup that is about to be deleted. */
export function toIncompletePath(folder: string, name: string): string {
  return join(folder, `${INCOMPLETE}${name}`)
}
