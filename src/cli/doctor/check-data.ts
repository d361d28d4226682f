import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { lstat, mkdtemp, open, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { databasePath, UNFINISHED_RESTORE } from '../../core/storage/disk/data-folder.ts'
import { CatalogError, RESTORE_DATABASE } from '../../core/base/errors.ts'
import { explainRefusal, findRefusal } from '../../core/storage/disk/folder-refusal.ts'
import { getFreeBytes } from '../../core/storage/disk/free-space.ts'
import { describeMisplacedFile } from '../../core/storage/disk/misplaced-files.ts'
import {
  describeShare,
  findNetworkShare,
  MOVE_FROM_SHARE,
} from '../../core/storage/disk/network-share.ts'
import { formatBytes } from '../terminal/format.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MIN_FREE_BYTES = 1e9

/** More than a full disk still accepts into blocks that are already allocated. */
const PROBE_BYTES = 64 * 1024

/**
 * Checks the data directory of the server, or the directory of its image files.
 * @param isSqlite whether the data directory has the database
 */
export async function checkData(
  path: string,
  { setting = 'data', isSqlite = false }: { setting?: 'data' | 'files'; isSqlite?: boolean } = {},
): Promise<CheckResult> {
  const { note, error } = createResults(setting)
  const another = `Choose another with --${setting}.`
  const there = await lstat(path).catch(toFailure)
  if ('failure' in there) {
    const reason = there.code === 'ENOENT' ? await tryToCreate(path) : there.failure
    if (reason === undefined)
      return note(`${path} does not exist yet.`, 'catalog serve creates it.')
    const hint = `Mount its disk if it is missing, or choose another with --${setting}.`
    return error(`${path} does not exist and cannot be created: ${reason}.`, hint)
  }
  const isDirectory = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isDirectory) return error(`${path} is not a directory.`, another)
  if (existsSync(join(path, UNFINISHED_RESTORE)))
    return error(
      `The restore into ${path} has not finished.`,
      'Wait for it, or delete the directory and restore again.',
    )
  return await checkDisk(path, { setting, isSqlite })
}

async function checkDisk(
  path: string,
  { setting, isSqlite }: { setting: 'data' | 'files'; isSqlite: boolean },
): Promise<CheckResult> {
  const { ok, warning, error } = createResults(setting)
  const refusal = await findRefusal(path)
  if (refusal !== undefined) {
    const { reason, remedy } = explainRefusal(path, refusal)
    return error(
      `${path} cannot be used: ${reason}.`,
      remedy ? `${remedy}.` : `Choose another with --${setting}.`,
    )
  }
  const misplaced = describeMisplacedFile(path)
  if (misplaced) return error(misplaced.message, misplaced.hint)
  for (const folder of await listDisks(path)) {
    const failure = await tryToWrite(folder)
    if (failure) return error(`Writing to ${folder} failed: ${failure.message}.`, advise(failure))
  }
  const share = isSqlite ? await findNetworkShare(path) : undefined
  if (share !== undefined) return warning(describeShare(path, share), MOVE_FROM_SHARE)
  const free = await getFreeBytes(path)
  if (free < MIN_FREE_BYTES) {
    return warning(`${path}: only ${formatBytes(free)} free on its disk.`, 'Free some disk space.')
  }
  return ok(`${path}, ${formatBytes(free)} free`)
}

/** Lists a folder, and the one of the image files in it if that is on another disk. */
async function listDisks(path: string): Promise<string[]> {
  const objects = join(path, 'objects')
  const [disk, other] = await Promise.all([stat(path), stat(objects).catch(() => undefined)])
  const isOther = other?.isDirectory() && other.dev !== disk.dev
  return isOther && (await findRefusal(objects))?.code !== 'EACCES' ? [path, objects] : [path]
}

const ADVICE: Partial<Record<string, string>> = {
  ENOSPC: 'Free some space on its disk.',
  EDQUOT: 'Raise the quota of this user, or free some space.',
  EROFS: 'Mount its disk for writing.',
}

function advise({ code = '' }: NodeJS.ErrnoException): string {
  return ADVICE[code] ?? 'Check the disk.'
}

interface DatabaseInspection {
  /** Describes the damage of a database file; undefined if it is intact. Throws if it cannot be read. */
  findDamage: (file: string) => string | undefined
  /** Throws if another version of the program made the database. */
  requireSchema: (file: string) => void
}

/** Checks the database; returns undefined if it does not exist yet. */
export async function checkDatabaseFile(
  data: string,
  { findDamage, requireSchema }: DatabaseInspection,
): Promise<CheckResult | undefined> {
  const { ok, error } = createResults('database')
  const file = databasePath(data)
  const there = await stat(file).catch(() => undefined)
  if (there === undefined) return undefined
  if (there.size === 0) return error(`${file} is empty.`, RESTORE_DATABASE)
  try {
    const damage = findDamage(file)
    if (damage !== undefined) return error(`${file} is damaged: ${damage}.`, RESTORE_DATABASE)
    requireSchema(file)
  } catch (failure) {
    if (!(failure instanceof CatalogError)) throw failure
    return error(failure.message, failure.details.hint ?? '')
  }
  return ok(`${file}, ${formatBytes(there.size)}`)
}

function toFailure(error: unknown): { failure: string; code: string | undefined } {
  const { message, code } = error as NodeJS.ErrnoException
  return { failure: message, code }
}

/** Creates and removes a folder in the nearest folder that exists. @returns the error message; undefined if it succeeds */
async function tryToCreate(path: string): Promise<string | undefined> {
  let parent = dirname(resolve(path))
  while (parent !== dirname(parent) && !existsSync(parent)) parent = dirname(parent)
  try {
    await rmdir(await mkdtemp(join(parent, 'doctor-')))
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

/** Writes and deletes a small file. @returns the error; undefined if it succeeds */
async function tryToWrite(path: string): Promise<NodeJS.ErrnoException | undefined> {
  const probe = join(path, `doctor-${randomUUID()}.tmp`)
  try {
    await using file = await open(probe, 'wx', 0o600)
    await file.writeFile(Buffer.alloc(PROBE_BYTES))
    await file.sync()
    return undefined
  } catch (error) {
    return error as NodeJS.ErrnoException
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
