import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedEntry, ListedFolder, ObjectStore } from './object-store.ts'
import { convertDiskErrors } from './disk-errors.ts'

const MICROS_PER_MILLISECOND = 1000

/**
 * Lists the entries of a folder in batches; none if the folder does not exist. `changedAt` is the inode change time
 * (ctime), which programs cannot set: a file that got another hard link counts as changed.
 */
export async function* listFolder(path: string): AsyncGenerator<ListedEntry> {
  for await (const { name } of readEntries(path)) {
    const changed = await convertDiskErrors(readChangeTime(join(path, name)))
    if (changed !== undefined) yield { name, changedAt: changed }
  }
}

/** Lists the entries of a folder, each with a function that lists its own entries. */
export async function* listFolders(
  list: ObjectStore['list'],
  prefix: string,
): AsyncGenerator<ListedFolder> {
  for await (const entry of list(prefix)) {
    yield { ...entry, entries: () => list(`${prefix}/${entry.name}`) }
  }
}

async function* readEntries(path: string): AsyncGenerator<Dirent> {
  const folder = await convertDiskErrors(ignoreMissing(opendir(path, { bufferSize: 256 })))
  if (folder) yield* folder
}

async function readChangeTime(path: string): Promise<number | undefined> {
  const found = await ignoreMissing(stat(path))
  return found && Math.floor(found.ctimeMs * MICROS_PER_MILLISECOND)
}

/** Resolves to undefined if the file does not exist. */
export async function ignoreMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined
    throw error
  }
}
