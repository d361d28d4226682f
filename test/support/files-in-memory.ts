import { chmod, mkdtempDisposable, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Puts the temporary files of tests in memory, if the host has enough and `TMPDIR` is not set. Tests sync their
 * files as the program does, and would mostly wait for the disk.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TMPDIR !== undefined || (await freeBytes(MEMORY)) < ROOM_BYTES) return undefined
  const folder = await mkdtempDisposable(join(MEMORY, 'catalog-tests-'))
  // PostgreSQL runs as another user, who has to pass through.
  await chmod(folder.path, 0o711)
  process.env.TMPDIR = folder.path
  // Chromium may still write to its profile.
  return () => rm(folder.path, { recursive: true, force: true, maxRetries: 10 })
}

async function freeBytes(path: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(path)
    return bavail * bsize
  } catch {
    return 0
  }
}
