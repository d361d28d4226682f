import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DurableFolders } from './durable-folders.ts'
import { FILE, FOLDER } from './modes.ts'

/** Errors after which a file is copied because the disk cannot link it. */
const CANNOT_LINK = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK']

/** Gives a file that is complete and synced another name, durably. */
export async function publishFile(
  from: string,
  to: string,
  folders: DurableFolders,
): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: FOLDER })
  await rename(from, to)
  await folders.sync(dirname(to))
}

/** A second name for the same bytes, durably; a copy where the disk has no hard links. */
export async function duplicateFile(
  from: string,
  to: string,
  folders: DurableFolders,
): Promise<void> {
  await linkOrCopy(from, to)
  await folders.sync(dirname(to))
}

/** As `duplicateFile`, but the name may not be on the disk yet when this is fulfilled. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: FOLDER })
  try {
    await link(from, to)
  } catch (error) {
    if (!CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const staged = `${to}.${randomUUID()}.part`
    await copyDurably(from, staged)
    await rename(staged, to)
  }
}

/** A new file with the same bytes, which are on the disk when this is fulfilled; its name may not be. */
export async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await using handle = await open(to, 'r')
  // The copy has the rights of what was copied.
  const { mode } = await handle.stat()
  if ((mode & 0o777 & ~FILE) !== 0) await handle.chmod(mode & FILE)
  await handle.sync()
}
