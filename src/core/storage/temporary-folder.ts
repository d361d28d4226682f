import { randomUUID } from 'node:crypto'
import { mkdir, mkdtempDisposable, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from './disk/make-folder.ts'
import { storageFailed } from '../base/errors.ts'
import { convertDiskErrors } from './disk-errors.ts'
import { isMissingFile } from './missing-files.ts'
import { FOLDER } from './modes.ts'
import type { Workspace } from './object-store.ts'

/** Takes a lock that ends with this process, however it ends; returns undefined if another process holds it. */
export type TakeLock = (path: string) => Disposable | undefined

/** A folder of this process for unfinished files. */
export interface TemporaryFolder extends AsyncDisposable {
  /** Creates the folder on the first call. */
  path(): Promise<string>
  /** Removes the folders of processes that have ended. */
  discardAbandoned(): Promise<void>
}

const LOCK = '.lock'

/**
 * Each process has its own folder below `parent`, and next to it a lock that marks it as used: `<id>` and
 * `<id>.lock`.
 */
export function createTemporaryFolder(parent: string, takeLock: TakeLock): TemporaryFolder {
  let own: Promise<Claim> | undefined
  return {
    async path() {
      const claiming = (own ??= claim(parent, takeLock))
      try {
        return (await claiming).path
      } catch (error) {
        if (own === claiming) own = undefined
        throw error
      }
    },
    discardAbandoned: () => discardAbandoned(parent, takeLock),
    async [Symbol.asyncDispose]() {
      const claimed = await own?.catch(() => undefined)
      if (claimed) await discard(claimed).catch(ignoreFailingDisk)
    },
  }
}

/**
 * Creates an empty folder below that of a process.
 * @throws CatalogError kind `unavailable` if the disk is full, fails or is gone
 */
export async function createWorkspace(temporary: Promise<string>): Promise<Workspace> {
  try {
    return await convertDiskErrors(makeWorkspace(temporary))
  } catch (error) {
    throw isMissingFile(error) ? storageFailed(error) : error
  }
}

async function makeWorkspace(temporary: Promise<string>): Promise<Workspace> {
  return mkdtempDisposable(join(await temporary, 'work-'))
}

/** Files on a disk that fails or is gone are left for the next process to remove. */
function ignoreFailingDisk(error: unknown): void {
  if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
}

interface Claim {
  path: string
  lock: Disposable
}

async function claim(parent: string, takeLock: TakeLock): Promise<Claim> {
  await makeFolder(parent, FOLDER)
  const path = join(parent, randomUUID())
  const lock = takeLock(path + LOCK)
  // Another process may have taken the lock first, to remove abandoned folders.
  if (!lock) return claim(parent, takeLock)
  try {
    await mkdir(path, { mode: FOLDER })
    return { path, lock }
  } catch (error) {
    await discard({ path, lock })
    throw error
  }
}

async function discardAbandoned(parent: string, takeLock: TakeLock): Promise<void> {
  await makeFolder(parent, FOLDER)
  const names = (await readdir(parent)).map((name) =>
    name.endsWith(LOCK) ? name.slice(0, -LOCK.length) : name,
  )
  for (const name of new Set(names)) {
    const path = join(parent, name)
    const lock = takeLock(path + LOCK)
    if (lock) await discard({ path, lock })
  }
}

async function discard({ path, lock }: Claim): Promise<void> {
  using _held = lock
  await rm(path, { recursive: true, force: true })
  await rm(path + LOCK, { force: true })
}
