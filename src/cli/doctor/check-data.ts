import { randomUUID } from 'node:crypto'
import { access, constants, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databasePath } from '../../core/data-folder.ts'
import { RESTORE_DATABASE } from '../../core/errors.ts'
import { getFreeBytes } from '../../core/free-space.ts'
import { formatBytes } from '../format.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MIN_FREE_BYTES = 1e9

/** More than a full disk still accepts into blocks that are already allocated. */
const PROBE_BYTES = 64 * 1024

/** Checks the data directory of the server, or the directory of its image files. */
export async function checkData(
  path: string,
  setting: 'data' | 'files' = 'data',
): Promise<CheckResult> {
  const { ok, note, warning, error } = createResults(setting)
  const there = await stat(path).catch(() => undefined)
  if (there === undefined) return note(`${path} does not exist yet.`, 'catalog serve creates it.')
  if (!there.isDirectory())
    return error(`${path} is not a directory.`, `Choose another with --${setting}.`)
  if (!(await hasAccess(path))) {
    return error(
      `You may not read and write ${path}.`,
      'Run catalog as the owner of the directory.',
    )
  }
  const failure = await tryToWrite(path)
  if (failure) return error(`Writing to ${path} failed: ${failure}.`, 'Check the disk.')
  const free = await getFreeBytes(path)
  if (free < MIN_FREE_BYTES) {
    return warning(`${path}: only ${formatBytes(free)} free on its disk.`, 'Free some disk space.')
  }
  return ok(`${path}, ${formatBytes(free)} free`)
}

/**
 * Checks the database; returns undefined if it does not exist yet.
 * @param findDamage describes the damage of a database file; undefined if it is intact
 */
export async function checkDatabaseFile(
  data: string,
  findDamage: (file: string) => string | undefined,
): Promise<CheckResult | undefined> {
  const { ok, error } = createResults('database')
  const file = databasePath(data)
  const there = await stat(file).catch(() => undefined)
  if (there === undefined) return undefined
  const damage = findDamage(file)
  if (damage === undefined) return ok(`${file}, ${formatBytes(there.size)}`)
  return error(`${file} is damaged or cannot be read: ${damage}.`, RESTORE_DATABASE)
}

async function hasAccess(path: string): Promise<boolean> {
  return await access(path, constants.R_OK | constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )
}

/** Writes and deletes a small file. @returns the error message; undefined if it succeeds */
async function tryToWrite(path: string): Promise<string | undefined> {
  const probe = join(path, `doctor-${randomUUID()}.tmp`)
  try {
    await using file = await open(probe, 'wx', 0o600)
    await file.writeFile(Buffer.alloc(PROBE_BYTES))
    await file.sync()
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}
