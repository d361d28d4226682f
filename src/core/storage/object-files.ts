import { randomUUID } from 'node:crypto'
import { copyFile, link, open, rename, rm, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DurableFolders } from './durable-folders.ts'
import { FILE } from './modes.ts'
import { createFolder, type StorageRoot } from './storage-root.ts'

/** Errors of file systems that cannot create the hard link; the file is copied instead. */
export const CANNOT_LINK = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK']

/** Moves a complete, synced file to the path of an object below `root`, and syncs its directory with other ones. */
export async function publishObject(
  from: string,
  to: string,
  { root, folders }: { root: StorageRoot; folders: DurableFolders },
): Promise<void> {
  await createFolder(root, dirname(to))
  await renameOrCopy(from, to)
  await folders.sync(dirname(to))
}

/** Renames a file, or moves a copy of it into place if the folder is on another disk. */
async function renameOrCopy(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyIntoPlace(from, to)
    await unlink(from)
  }
}

/** Creates a hard link, or a copy where the file system has none. Does not sync the directory. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await copyIntoPlace(from, to)
  }
}

/** Copies a file beside its target, and renames the complete copy, so that no reader finds half a file. */
async function copyIntoPlace(from: string, to: string): Promise<void> {
  const staged = `${to}.${randomUUID()}.part`
  try {
    await copyDurably(from, staged)
    await rename(staged, to)
  } catch (error) {
    await rm(staged, { force: true })
    throw error
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
