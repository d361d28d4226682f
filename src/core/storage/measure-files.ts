import type { ListedObject, ObjectStore, StoredSize } from './object-store.ts'

/** Lists every object below a prefix, folder by folder, and the entries of each folder by name. */
export async function* walkFiles(
  storage: Pick<ObjectStore, 'list' | 'stat'>,
  prefix: string,
): AsyncGenerator<ListedObject> {
  const names: string[] = []
  for await (const { name } of storage.list(prefix)) names.push(name)
  for (const name of names.sort()) {
    const key = `${prefix}/${name}`
    const object = await storage.stat(key)
    if (object) yield { key, size: object.size }
    else yield* walkFiles(storage, key)
  }
}

/** Counts the objects below a prefix, and adds up their sizes. */
export async function measureFiles(
  storage: Pick<ObjectStore, 'listObjects'>,
  prefix: string,
): Promise<StoredSize> {
  const total = { files: 0, bytes: 0 }
  for await (const { size } of storage.listObjects(prefix)) {
    total.files += 1
    total.bytes += size
  }
  return total
}
