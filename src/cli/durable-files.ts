import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CatalogError } from '../core/errors.ts'

/** Renames a complete file to its final path. After a crash, either the old or the new file is there. */
export async function publishFile(finished: string, path: string): Promise<void> {
  await syncToDisk(finished)
  await rename(finished, path)
  await syncToDisk(dirname(path))
}

/** Calls fsync on a file, or on a folder to make its entries durable. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

export function toWriteError(path: string, cause: unknown): CatalogError {
  const message = `Cannot write ${path}: ${(cause as Error).message}.`
  return new CatalogError('conflict', message, { cause })
}
