import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ignoreMissing } from '../storage/missing-files.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** Objects beside the image files, with an id or a nonce that the database has, too. */
export type SmallObject = 'files-id' | 'files-nonce'

/** Longer objects are not ours. */
const MAX_BYTES = 100

/**
 * Reads the text of an object; undefined if there is no such object.
 * @throws CatalogError kind `unavailable` if the storage is gone
 */
export async function readSmallObject(
  storage: Pick<ObjectStore, 'read' | 'stat'>,
  key: SmallObject,
): Promise<string | undefined> {
  const found = await ignoreMissing(text(storage.read(key, { start: 0, end: MAX_BYTES })))
  // The stream does not tell a lost object from a lost storage.
  if (found === undefined) await storage.stat(key)
  return found?.trim()
}

export async function writeSmallObject(
  storage: Pick<ObjectStore, 'putFile' | 'workspace'>,
  key: SmallObject,
  content: string,
): Promise<void> {
  await using workspace = await storage.workspace()
  const path = join(workspace.path, key)
  await writeFile(path, `${content}\n`)
  await storage.putFile(path, key)
}
