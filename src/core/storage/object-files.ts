import { randomUUID } from 'node:crypto'
import { copyFile, link, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DurableFolders } from './durable-folders.ts'
import { FILE } from './modes.ts'
import { createFolder, type StorageRoot } from './storage-root.ts'

/** Errors of file systems that cannot create the hard link; the file is copied instead. */
export const CANNOT_LINK = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK']

/** Renames a complete, synced file to the path of an object below `root`, and syncs its directory with other ones. */
export async function publishObject(
  from: string,
  to: string,
  { root, folders }: { root: StorageRoot; folders: DurableFolders },
): Promise<void> {
  await createFolder(root, dirname(to))
  await rename(from, to)
  await folders.sync(dirname(to))
}

/** Creates a hard link, or a copy where the file system has none. Does not sync the directory. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const staged = `${to}.${randomUUID()}.part`
    await copyDurably(from, staged)
    await rename(staged, to)
  }
}

/** Copies a file and syncs its content. Does not sync the directory. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await using handle = await open(to, 'r')
  // The copy has the permissions of its source.
  const { mode } = await handle.stat()
  if ((mode & 0o777 & ~FILE) !== 0) await handle.chmod(mode & FILE)
  await handle.sync()
}
