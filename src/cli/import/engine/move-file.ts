import { randomUUID } from 'node:crypto'
import { access, copyFile, link, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncToDisk } from '../../durable-files.ts'

/** Errors of disks that give no file a second name. */
const CANNOT_LINK = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']

/**
 * Gives a file another place, also on another disk, and never puts it in the place of another file, also
 * where several move there at once. Does nothing when it has been moved before.
 * @throws Error that says why the file stays where it is
 */
export async function moveFile(from: string, to: string): Promise<void> {
  if (from === to || !(await isThere(from))) return
  await mkdir(dirname(to), { recursive: true })
  try {
    await renameIfFree(from, to)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    await moveAcrossDisks(from, to)
  }
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  )
}

/** The copy is there, and on the disk, before the file goes here. */
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

/** Renames a file to what nothing is called yet; to rename it right away would replace what is. */
async function renameIfFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    const code = codeOf(error)
    if (CANNOT_LINK.includes(code)) return await renameReserved(from, to)
    if (code !== 'EEXIST') throw error
    // A run that ended in between has left the file with both names.
    if (!(await isSecondName(from, to))) throw taken(to, error)
  }
  await rm(from)
}

/** An empty file keeps the name meanwhile. */
async function renameReserved(from: string, to: string): Promise<void> {
  try {
    await using _file = await open(to, 'wx')
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? taken(to, error) : error
  }
  try {
    await rename(from, to)
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

/** Not so where the two only look different, as through a linked folder: there is one name then. */
async function isSecondName(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(from), lstat(to)])
  const isSame = one.dev === other.dev && one.ino === other.ino && one.nlink > 1
  return isSame && (await realpath(from)) !== (await realpath(to))
}

function taken(path: string, cause: unknown): Error {
  return new Error(`another file already exists at ${path}`, { cause })
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? ''
}
