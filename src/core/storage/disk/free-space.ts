import { statfs } from 'node:fs/promises'

/** Returns how many bytes this process may still write to the file system of a path. */
export async function getFreeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}
