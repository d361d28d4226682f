import { randomUUID } from 'node:crypto'
import { access, constants, open, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { databasePath } from '../../core/data-folder.ts'
import { RESTORE_DATABASE } from '../../core/errors.ts'
import { formatBytes } from '../format.ts'
import { createResults, type CheckResult } from './check-result.ts'

const MIN_FREE_BYTES = 1e9

/** More than what a full disk still takes into blocks that it has given away already. */
const PROBE_BYTES = 64 * 1024

/** The directory that a server here would use. */
export async function checkData(path: string): Promise<CheckResult> {
  const { ok, note, warning, error } = createResults('data')
  const there = await stat(path).catch(() => undefined)
  if (there === undefined) return note(`${path} does not exist yet.`, 'catalog serve makes it.')
  if (!there.isDirectory()) return error(`${path} is no directory.`, 'Name another with --data.')
  const usable = await hasAccess(path)
  if (!usable) return error(`You may not write in ${path}.`, 'Run it as the user who owns it.')
  const refused = await tryToWrite(path)
  if (refused) return error(`Nothing can be written in ${path} (${refused}).`, 'Check its disk.')
  const { bavail, bsize } = await statfs(path)
  const free = bavail * bsize
  if (free < MIN_FREE_BYTES) {
    return warning(`${path}: only ${formatBytes(free)} are free on its disk.`, 'Make room.')
  }
  return ok(`${path}, ${formatBytes(free)} free`)
}

/**
 * The database in it; undefined where there is none yet.
 * @param findDamage what is wrong with a database file, if anything is
 */
export async function checkDatabase(
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

/** What the system says against a small file in the directory; undefined when it takes one. */
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
