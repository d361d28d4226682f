import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Renames a complete file to its final path. After a crash, either the old or the new file is there. */
export async function publishFile(from: string, to: string): Promise<void> {
  await syncToDisk(from)
  await rename(from, to)
  await syncToDisk(dirname(to))
}

/** Calls fsync on a file, or on a folder to make its entries durable. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}
