import { randomUUID } from 'node:crypto'
import { access, copyFile, link, lstat, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder } from '../../../core/storage/disk/make-folder.ts'
import { syncToDisk } from '../../../core/storage/disk/durable-files.ts'

/** Errors of file systems without hard links. */
const CANNOT_LINK = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Moves a file, also across file systems. It never overwrites a file, even if several processes move files
 * to the same path. Does nothing if the source does not exist, as after an earlier move.
 * @throws Error if the file stays where it is
 */
export async function moveFile(from: string, to: string): Promise<void> {
  if (from === to || !(await exists(from))) return
  await makeFolder(dirname(to))
  try {
    await renameIfFree(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await moveAcrossDisks(from, to)
  }
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

/** Removes the original only after the copy is synced to disk. */
async function moveAcrossDisks(from: string, to: string): Promise<void> {
  const part = `${to}.${randomUUID()}.part`
  try {
    await copyFile(from, part)
    await syncToDisk(part)
    await renameIfFree(part, to)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  await syncToDisk(dirname(to))
  await rm(from)
}

/** Renames a file by a hard link, because `rename` would overwrite an existing file. */
async function renameIfFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = codeOf(error)
    if (CANNOT_LINK.includes(code)) return await renameReserved(from, to)
    if (code !== 'EEXIST') throw error
    // An interrupted run left both links.
    if (!(await isOtherLink(from, to))) throw alreadyExists(to, error)
  }
  await rm(from)
}

/** Reserves the name with an empty file, then renames over it. */
async function renameReserved(from: string, to: string): Promise<void> {
  try {
    await using _file = await open(to, 'wx')
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? alreadyExists(to, error) : error
  }
  try {
    await rename(from, to)
  } catch (error) {
    // A network file system may have renamed the file, and answered with an error.
    if (await exists(from)) await rm(to, { force: true })
    throw error
  }
}

/** Whether both paths are hard links to one file, rather than one link reached through a linked folder. */
async function isOtherLink(from: string, to: string): Promise<boolean> {
  const [a, b] = await Promise.all([lstat(from), lstat(to)])
  const isSameFile = a.dev === b.dev && a.ino === b.ino && a.nlink > 1
  return isSameFile && (await realpath(from)) !== (await realpath(to))
}

function alreadyExists(path: string, cause: unknown): Error {
  return new Error(`another file already exists at ${path}`, { cause })
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
