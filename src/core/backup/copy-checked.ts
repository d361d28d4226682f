import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import type { FileDigest } from '../storage/digests.ts'
import { damaged } from './damaged-backup.ts'

export interface ListedFile extends FileDigest {
  /** Relative to the backup. */
  path: string
}

/** Reads a file and compares it with its SHA-256. @throws DamagedBackup */
export async function requireDigest(file: FileHandle, listed: ListedFile): Promise<void> {
  await requireDigestOf(file, listed, async () => {})
}

/**
 * Copies an open file to a new file, and compares it with its SHA-256. The caller syncs the copy.
 * @throws DamagedBackup if it differs; the copy remains
 */
export async function copyChecked(
  file: FileHandle,
  listed: ListedFile,
  target: { path: string; mode: number },
): Promise<void> {
  await using copy = await open(target.path, 'wx', target.mode)
  // Regardless of the umask, as the catalog itself does.
  await copy.chmod(target.mode)
  await requireDigestOf(file, listed, (chunk) => copy.writeFile(chunk))
}

async function requireDigestOf(
  file: FileHandle,
  { path, size, sha256 }: ListedFile,
  take: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  const bytes = file.createReadStream({
    autoClose: false,
    // One more, to notice a file that grows.
    end: size,
    highWaterMark: 256 * 1024,
  })
  for await (const chunk of bytes) {
    hash.update(chunk as Uint8Array)
    await take(chunk as Uint8Array)
  }
  if (hash.digest('hex') === sha256) return
  throw damaged('changed_file', path, `${path} does not have the recorded SHA-256.`)
}
