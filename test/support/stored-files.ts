import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Catalog } from '../../src/core/catalog/catalog.ts'
import { filesFolder } from '../../src/core/storage/disk/data-folder.ts'
import { findExtension } from '../../src/core/model/picture-format.ts'
import {
  derivativeKey,
  originalKey,
  STORE_FOLDERS,
  tileFileKey,
  type Derivative,
} from '../../src/core/storage/keys.ts'

const { trash: _, ...inUse } = STORE_FOLDERS
const IN_USE: readonly string[] = Object.values(inUse)

/**
 * Compares the files in the store, except those in the trash, with the rows of images.
 * @returns keys of files without a row, and keys in rows without a file
 */
export async function compareStore(
  catalog: Catalog,
): Promise<{ unnamed: string[]; missing: string[]; count: number }> {
  const { reads, config, storage } = catalog
  const images = await reads.selectFrom('image').selectAll().execute()
  const named = images.flatMap(({ id, file_version, file_type, ...image }) => [
    ...(file_version && file_type
      ? [originalKey(id, file_version, findExtension(file_type) ?? '')]
      : []),
    ...(image.generation
      ? derivativesOf(image.generation_corrected).map((name) =>
          derivativeKey(id, image.generation!, name),
        )
      : []),
    ...(image.tiles_generation ? [tileFileKey(id, image.tiles_generation)] : []),
  ])
  const all =
    config.storageUrl === null
      ? await filesBelow(join(filesFolder(config), 'objects'))
      : (
          await Promise.all(Object.values(STORE_FOLDERS).map((key) => keysBelow(storage, key)))
        ).flat()
  const stored = all.filter((key) => IN_USE.includes(key.split('/', 1)[0] ?? ''))
  const [wanted, found] = [new Set(named), new Set(stored)]
  return {
    unnamed: stored.filter((key) => !wanted.has(key)),
    missing: named.filter((key) => !found.has(key)),
    count: stored.length,
  }
}

function derivativesOf(corrected: 0 | 1): Derivative[] {
  return ['thumbnail', 'display', ...(corrected ? (['corrected'] as const) : [])]
}

/** Reads a file of the store. */
export function readStored({ storage }: Pick<Catalog, 'storage'>, key: string): Promise<Buffer> {
  return buffer(storage.read(key))
}

/** Lists the versions of an image's file in the store. */
export async function listVersions(
  { storage }: Pick<Catalog, 'storage'>,
  image: number,
): Promise<string[]> {
  const entries = await Array.fromAsync(storage.list(`${STORE_FOLDERS.originals}/${image}`))
  return entries.map(({ name }) => name)
}

/** Lists the paths of all files below a folder, relative to it. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}

/** Lists the keys of all objects below a prefix. */
async function keysBelow(storage: Catalog['storage'], prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { name } of storage.list(prefix)) {
    const key = `${prefix}/${name}`
    keys.push(...((await storage.stat(key)) ? [key] : await keysBelow(storage, key)))
  }
  return keys
}
