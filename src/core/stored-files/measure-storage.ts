import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../storage/list-folder.ts'
import { STORE_FOLDERS } from '../storage/keys.ts'

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

/** Yields the number and the size of the files of a data directory, by kind. Hard-linked files of backups count again. */
export async function* measureStorage(
  data: string,
  signal: AbortSignal,
): AsyncGenerator<StorageUsage> {
  const database = ['', '-wal', '-shm'].map((end) => join(data, `catalog.sqlite${end}`))
  const sizes = await Promise.all(database.map((path) => ignoreMissing(stat(path))))
  const found = sizes.filter((size) => size !== undefined)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  yield { kind: 'database', files: found.length, bytes }
  const objects = OBJECT_FOLDERS.map(([kind, name]) => [kind, join('objects', name)] as const)
  for (const [kind, folder] of [
    ...objects,
    ...OTHER_FOLDERS.map((name) => [name, name] as const),
  ]) {
    yield { kind, ...(await measureFolder(join(data, folder), signal)) }
  }
}

async function measureFolder(
  path: string,
  signal: AbortSignal,
): Promise<{ files: number; bytes: number }> {
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
