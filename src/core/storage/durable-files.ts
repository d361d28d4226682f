import { randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Errors after which a file is copied because the disk cannot link it. */
const CANNOT_LINK = ['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK']

/** Renames a file that is complete; synced once more because a copy may not have been. */
export async function publishFile(from: string, to: string): Promise<void> {
  await syncPath(from)
  await makeFolder(dirname(to))
  await rename(from, to)
  await syncPath(dirname(to))
}

/** A second name for the same bytes, durably; a copy where the disk has no hard links. */
export async function duplicateFile(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to))
  try {
    await link(from, to)
  } catch (error) {
    if (!CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    const staged = `${to}.${randomUUID()}.part`
    await copyFile(from, staged)
    await publishFile(staged, to)
  }
  await syncPath(dirname(to))
}

/** Creates the folder and syncs the one that now names it, so that the name survives a power cut. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncPath(dirname(made))
  }
}

async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
