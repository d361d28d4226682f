import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { filesFolder } from '../storage/disk/data-folder.ts'
import { ignoreMissing } from '../storage/missing-files.ts'
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
  ['trash', STORE_FOLDERS.trash],
]

const NODE_FOLDERS = ['models', 'search', 'backups']
const SHARED_FOLDERS = ['tmp']

/**
 * Yields the number and the size of the files of a catalog, by kind. Hard-linked files of backups count again.
 * @param storage the storage of the image files; null for a directory
 */
export async function* measureStorage(
  {
    storage,
    ...place
  }: Pick<Config, 'data' | 'files'> & {
    storage: Pick<ObjectStore, 'measure'> | null
  },
  signal: AbortSignal,
): AsyncGenerator<StorageUsage> {
  const { data } = place
  const files = filesFolder(place)
  const database = ['', '-wal', '-shm'].map((end) => join(data, `catalog.sqlite${end}`))
  const sizes = await Promise.all(database.map((path) => ignoreMissing(stat(path))))
  const found = sizes.filter((size) => size !== undefined)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  yield { kind: 'database', files: found.length, bytes }
  for (const [kind, name] of OBJECT_FOLDERS) {
    signal.throwIfAborted()
    const size = storage
      ? await storage.measure(name)
      : await measureFolder(join(files, 'objects', name), signal)
    yield { kind, ...size }
  }
  const folders = [
    ...NODE_FOLDERS.map((name) => [name, join(data, name)] as const),
    ...SHARED_FOLDERS.map((name) => [name, join(files, name)] as const),
  ]
  for (const [kind, folder] of folders) yield { kind, ...(await measureFolder(folder, signal)) }
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
