import type { Reads } from '../database/store.ts'
import { hashStream } from '../storage/digests.ts'
import { ignoreMissing } from '../storage/missing-files.ts'
import type { InspectedObject, ObjectStore } from '../storage/object-store.ts'
import type { StoragePlace } from '../stored-files/require-own-files.ts'
import { findInTrash } from '../stored-files/trash.ts'
import type { BackupFinding } from './damaged-backup.ts'
import type { OnFile } from './examine-files.ts'
import { findUnlistedFiles } from './find-unlisted-files.ts'
import { readListedFiles, type ListedStoredFile } from './listed-files.ts'
import type { Manifest } from './manifest.ts'

/** The bucket that has the files of a backup of the database only. */
export type BackupStorage = StoragePlace<ObjectStore>

/** Opens the bucket for a backup whose files were in the bucket with this URL. */
export type OpenPlace = (url: string) => Promise<BackupStorage>

/** Requests to the bucket at the same time. */
const AT_ONCE = 16

/** Missing files that are looked for in the trash at once. */
const MAX_HELD = 10_000

interface Comparison {
  /** The folder of the backup. */
  backup: string
  manifest: Manifest
  /** The database of the backup. */
  reads: Reads
  place: BackupStorage
  /** Whether to read every object. */
  read: boolean
  signal: AbortSignal
  onFile?: OnFile | undefined
}

/**
 * Compares the objects of a bucket with the list of a backup, and yields what is wrong. An object is the same if its size and
 * its SHA-256 or ETag are. If the ETag differs or is unknown, the object is read. Objects that the backup does not name
 * are ignored: the bucket may have moved on.
 * @throws DamagedBackup if the list does not match the database
 */
export async function* compareWithBucket(comparison: Comparison): AsyncGenerator<BackupFinding> {
  const { backup, manifest, place, read, onFile = () => {} } = comparison
  let missing: ListedStoredFile[] = []
  for await (const batch of readListedFiles(comparison, AT_ONCE)) {
    const states = await Promise.all(batch.map((file) => compareObject(place.storage, file, read)))
    for (const [index, file] of batch.entries()) {
      onFile(file.named.size ?? 0)
      if (states[index] === 'missing') missing.push(file)
      if (states[index] === 'changed') yield describeChange(place, file)
    }
    if (missing.length < MAX_HELD) continue
    yield* describeMissing(place, missing)
    missing = []
  }
  yield* describeMissing(place, missing)
  yield* findUnlistedFiles(backup, manifest, 0)
}

type ObjectState = 'same' | 'changed' | 'missing'

async function compareObject(
  storage: ObjectStore,
  file: ListedStoredFile,
  read: boolean,
): Promise<ObjectState> {
  const { key } = file.named
  const found = await storage.inspect?.(key)
  if (!found) return 'missing'
  const known = compareMetadata(found, file)
  if (known === 'changed' || (known === 'same' && !read)) return known
  const actual = await ignoreMissing(hashStream(storage.read(key)))
  if (actual === undefined) return 'missing'
  return actual === expectedOf(file).sha256 ? 'same' : 'changed'
}

/** Compares an object without reading it. Returns undefined if that decides nothing. */
function compareMetadata(
  found: InspectedObject,
  file: ListedStoredFile,
): 'same' | 'changed' | undefined {
  const { size, sha256, etag } = expectedOf(file)
  if (found.size !== size) return 'changed'
  if (found.sha256 !== null) return found.sha256 === sha256 ? 'same' : 'changed'
  return etag !== undefined && found.etag === etag ? 'same' : undefined
}

/** The database has size and SHA-256 of an original that was missing when the backup was made. */
function expectedOf({ named, line }: ListedStoredFile) {
  return 'size' in line
    ? line
    : { size: named.size ?? undefined, sha256: named.sha256 ?? undefined, etag: undefined }
}

function describeChange({ name }: BackupStorage, { named }: ListedStoredFile): BackupFinding {
  const message = `${named.key} in ${name} does not have the recorded size and SHA-256.`
  return { code: 'changed_file', path: named.key, message }
}

async function* describeMissing(
  { storage, name }: BackupStorage,
  files: readonly ListedStoredFile[],
): AsyncGenerator<BackupFinding> {
  if (files.length === 0) return
  const trashed = await findInTrash(storage, new Set(files.map(({ named }) => named.key)))
  for (const { named, line } of files) {
    const path = named.key
    if (trashed.has(path)) {
      const message = `${path} is in the trash of ${name}.`
      yield { code: 'in_trash', path, message }
    } else if ('missing' in line) {
      const message = `${path} was missing already when the backup was made.`
      yield { code: 'missing_at_backup', path, message }
    } else yield { code: 'missing_file', path, message: `${path} is missing in ${name}.` }
  }
}
