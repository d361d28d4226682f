import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Selects, Store } from '../database/store.ts'
import { FILES_ID } from '../model/setting-names.ts'
import { readStoredSetting } from '../queries/settings/stored-setting.ts'
import { ignoreMissing } from '../storage/missing-files.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { readSmallObject, writeSmallObject } from './small-objects.ts'

/** Reads the id of the image files that belong to a database; undefined in a new one. */
export async function readDatabaseId(reads: Selects): Promise<string | undefined> {
  return (await readStoredSetting(reads, FILES_ID)) as string | undefined
}

/**
 * Reads the id of the image files in a storage; undefined if it has none.
 * @param folder the directory of the files; null for a bucket. Earlier versions stored the id of shared directories beside
 *   `objects`
 */
export async function readStorageId(
  storage: Pick<ObjectStore, 'read' | 'stat'>,
  folder: string | null,
): Promise<string | undefined> {
  const id = await readSmallObject(storage, FILES_ID)
  if (id !== undefined || folder === null) return id
  return (await ignoreMissing(readFile(join(folder, FILES_ID), 'utf8')))?.trim()
}

export function newFilesId(): string {
  return randomUUID()
}

export async function writeStorageId(storage: ObjectStore, id: string): Promise<void> {
  await writeSmallObject(storage, FILES_ID, id)
}

/** Stores the id of a new database, unless another server was first. @returns the id that the database has */
export async function claimDatabaseId(
  { write }: Pick<Store, 'write'>,
  id: string,
): Promise<string> {
  return await write(async (tx) => {
    await tx
      .insertInto('setting')
      .values({ name: FILES_ID, value: JSON.stringify(id) })
      .onConflict((known) => known.column('name').doNothing())
      .execute()
    return (await readDatabaseId(tx)) ?? id
  })
}
