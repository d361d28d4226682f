import { CatalogError } from '../base/errors.ts'
import { getFreeBytes } from '../storage/disk/free-space.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL']

export interface FullDisk {
  /** Folders that the work writes to. The fullest one is named. */
  folders: readonly string[]
  /** A sentence about the outcome. */
  outcome: string
  /** Advice for the administrator. */
  hint: string
}

/** Runs work that writes to disks. @throws CatalogError kind `unavailable` with an explanation if one of them fills up */
export async function explainFullDisk<T>(disk: FullDisk, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isFullDisk(error)) throw error
    const message = `The disk of ${await findFullest(disk.folders)} is full. ${disk.outcome}`
    throw new CatalogError('unavailable', message, { hint: disk.hint, cause: error })
  }
}

/** Whether an error, or one that caused it, is that of a full disk. */
function isFullDisk(error: unknown): boolean {
  const { code = '', cause } = (error ?? {}) as NodeJS.ErrnoException
  return FULL.includes(code) || (cause !== undefined && isFullDisk(cause))
}

/** Folders that do not exist count as full, since they could not be created. */
async function findFullest(folders: readonly string[]): Promise<string> {
  const free = await Promise.all(
    folders.map(async (path) => ({ path, bytes: await getFreeBytes(path).catch(() => 0) })),
  )
  return free.toSorted((a, b) => a.bytes - b.bytes)[0]?.path ?? ''
}
