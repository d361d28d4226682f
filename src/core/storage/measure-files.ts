import type { ObjectStore, StoredSize } from './object-store.ts'

/** Counts the objects below a prefix, and adds up their sizes. */
export async function measureFiles(
  storage: Pick<ObjectStore, 'list' | 'stat'>,
  prefix: string,
): Promise<StoredSize> {
  const total = { files: 0, bytes: 0 }
  for await (const { name } of storage.list(prefix)) {
    const key = `${prefix}/${name}`
    const object = await storage.stat(key)
    const { files, bytes } = object
      ? { files: 1, bytes: object.size }
      : await measureFiles(storage, key)
    total.files += files
    total.bytes += bytes
  }
  return total
}
