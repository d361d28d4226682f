import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CatalogError } from '../core/errors.ts'

/** Puts a finished file in its place; after a crash there is the one before or this one, whole. */
export async function publishFile(finished: string, path: string): Promise<void> {
  await syncToDisk(finished)
  await rename(finished, path)
  await syncToDisk(dirname(path))
}

/** What was written to a file, or which names are in a folder, survives the loss of power from now on. */
export async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

/** What becomes of a failure to write a file that a person asked for. */
export function toWriteError(path: string, cause: unknown): CatalogError {
  const message = `${path} cannot be written: ${(cause as Error).message}.`
  return new CatalogError('conflict', message, { cause })
}
