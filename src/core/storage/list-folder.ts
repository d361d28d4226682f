import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from './missing-files.ts'
import type { ListedEntry, ListedFolder, ObjectStore } from './object-store.ts'
import { belowRoot, type StorageRoot } from './storage-root.ts'

const MICROS_PER_MILLISECOND = 1000

/**
 * Lists the entries of a folder below `root` in batches; none if the folder does not exist. `changedAt` is the inode change
 * time (ctime), which programs cannot set: a file that got another hard link counts as changed.
 */
export async function* listFolder(root: StorageRoot, path: string): AsyncGenerator<ListedEntry> {
  for await (const { name } of readEntries(root, path)) {
    const changed = await belowRoot(root, readChangeTime(join(path, name)))
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

async function* readEntries(root: StorageRoot, path: string): AsyncGenerator<Dirent> {
  const folder = await belowRoot(root, ignoreMissing(opendir(path, { bufferSize: 256 })))
  if (folder) yield* folder
}

async function readChangeTime(path: string): Promise<number | undefined> {
  const found = await ignoreMissing(stat(path))
  return found && Math.floor(found.ctimeMs * MICROS_PER_MILLISECOND)
}
