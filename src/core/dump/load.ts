import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import type { JobQueue } from '../job-queue/job-queue.ts'
import type { ImagePool } from '../imaging/process/image-pool.ts'
import type { Config } from '../config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { lstat } from 'node:fs/promises'
import { takeLoadLock } from '../database/load-lock.ts'
import { CatalogError } from '../base/errors.ts'
import { checkDump, type DumpedStaff } from './check.ts'
import type { Counts } from './dump.ts'
import { linesPath } from './dump-folder.ts'
import { insertDump } from './insert.ts'
import { openFileLoader, type FileLoader } from './file-loader.ts'
import type { Logger } from '../base/log.ts'
import { requireEmpty } from './require-empty.ts'

export interface LoadOptions {
  /** Whether users whom the dump marks as staff become staff here. */
  acceptStaff: boolean
}

export interface Loaded {
  counts: Counts
  /** Number of loaded users who are staff. */
  staff: number
}

/**
 * Loads a dump into an empty catalog, completely or not at all, in three passes: validates every line, stores the
 * files, then inserts the rows in one transaction. Memory use is independent of the number of lines.
 * @throws CatalogError kind `invalid` that names the file, the line, the field and the reason;
 *   kind `invalid` with code `staff` if it contains staff and `acceptStaff` is false;
 *   kind `conflict` if the catalog is not empty,
 *   `busy` while another process loads into it
 */
export async function loadDump(
  catalog: {
    address: DatabaseAddress
    clock: Clock
    config: Config
    images: ImagePool
    jobs: JobQueue | null
    log: Logger
    storage: ObjectStore
  } & Pick<Store, 'reads' | 'write'>,
  directory: string,
  { acceptStaff }: LoadOptions,
): Promise<Loaded> {
  await using _lock = await takeLoadLock(catalog)
  const path = linesPath(directory)
  const before = await fingerprint(path)
  await requireEmpty(catalog.reads)
  const { maxUpload } = catalog.config
  const staff = await checkDump({ directory, maxUpload, reads: catalog.reads })
  if (staff.count > 0 && !acceptStaff) throw unacceptedStaff(staff)
  await using loader = await openFileLoader(catalog)
  try {
    await loader.storeFiles(directory)
    const counts = await catalog.write(async (tx, afterCommit) => {
      await requireEmpty(tx)
      const counts = await insertDump(path, {
        tx,
        now: catalog.clock.now(),
        readNextFile: loader.readStoredFiles(),
        licenseIds: new Map(),
      })
      if ((await fingerprint(path)) !== before) throw changed(path)
      afterCommit(() => catalog.jobs?.wake())
      return counts
    })
    return { counts, staff: staff.count }
  } catch (error) {
    await discardFiles(loader, catalog.log)
    throw error
  }
}

/** A failure is only logged: the error of the load matters more, and the daily sweep finds the files later. */
async function discardFiles(loader: FileLoader, log: Logger): Promise<void> {
  try {
    await loader.removeFiles()
  } catch (error) {
    log.warn({ err: error }, 'could not remove the files of a load that failed')
  }
}

/** @throws CatalogError kind `invalid` if the folder contains no dump */
export async function requireDump(directory: string): Promise<void> {
  await fingerprint(linesPath(directory))
}

/** Returns a value that changes when the file is replaced or modified. */
async function fingerprint(path: string): Promise<string> {
  try {
    const found = await lstat(path)
    if (found.isFile()) return `${found.ino} ${found.size} ${found.mtimeMs}`
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new CatalogError('invalid', `There is no dump: ${path} does not exist.`, { cause: error })
  }
  throw new CatalogError('invalid', `${path} is not a plain file.`)
}

function unacceptedStaff({ count, names }: DumpedStaff): CatalogError {
  const who = `${names.join(', ')}${count > names.length ? ', …' : ''}`
  return new CatalogError(
    'invalid',
    `The dump makes ${count} ${count === 1 ? 'user' : 'users'} staff (${who}); load it with --accept-staff if they are to be staff here.`,
    { code: 'staff' },
  )
}

function changed(path: string): CatalogError {
  return new CatalogError('conflict', `${path} was changed while it was loaded. Load it again.`)
}
