import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../storage/list-folder.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'
import type { ObjectStore, StoredSize } from '../storage/object-store.ts'

export interface StorageUsage {
  kind: string
  files: number
  bytes: number
}

const OBJECT_FOLDERS: [kind: string, folder: string][] = [
  ['originals', STORE_FOLDERS.originals],
  ['derivatives', STORE_FOLDERS.derivatives],
  ['tiles', STORE_FOLDERS.tiles],
  ['uploads', STORE_FOLDERS.incoming],
]

const OTHER_FOLDERS = ['models', 'search', 'backups', 'trash', 'tmp']

/**
 * Yields the number and the size of the files of a catalog, by kind. Hard-linked files of backups count again.
 * @param storage the storage of the image files; null for the data directory
 */
export async function* measureStorage(
  { data, storage }: { data: string; storage: Pick<ObjectStore, 'measure'> | null },
  signal: AbortSignal,
): AsyncGenerator<StorageUsage> {
  const database = ['', '-wal', '-shm'].map((end) => join(data, `catalog.sqlite${end}`))
  const sizes = await Promise.all(database.map((path) => ignoreMissing(stat(path))))
  const found = sizes.filter((size) => size !== undefined)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  yield { kind: 'database', files: found.length, bytes }
  for (const [kind, name] of OBJECT_FOLDERS) {
    signal.throwIfAborted()
    const size = storage
      ? await storage.measure(name)
      : await measureFolder(join(data, 'objects', name), signal)
    yield { kind, ...size }
  }
  for (const kind of OTHER_FOLDERS) {
    yield { kind, ...(await measureFolder(join(data, kind), signal)) }
  }
}

async function measureFolder(path: string, signal: AbortSignal): Promise<StoredSize> {
  const total = { files: 0, bytes: 0 }
  const folder = await ignoreMissing(opendir(path, { bufferSize: 256 }))
  if (!folder) return total
  for await (const entry of folder) {
    signal.throwIfAborted()
    const child = join(path, entry.name)
    if (entry.isDirectory()) {
      const { files, bytes } = await measureFolder(child, signal)
      total.files += files
      total.bytes += bytes
    } else {
      total.files += 1
      total.bytes += (await ignoreMissing(stat(child)))?.size ?? 0
    }
  }
  return total
}
