import type { Reads } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { nameFiles, type NamedFile } from '../stored-files/name-files.ts'
import { createPlacedTotals, type PlacedTotals } from './placed-totals.ts'
import { formatLine, type StoredListLine } from './stored-list.ts'

/** Requests to the bucket at the same time. */
const AT_ONCE = 16

interface Listing {
  reads: Reads
  storage: ObjectStore
  signal: AbortSignal
}

/**
 * Lists the originals in a bucket that rows name, and passes the lines to `write`. Size and SHA-256 are those of the
 * database; an object is read only if the database has none. Derivatives and tiles can be made again.
 */
export async function listBucketFiles(
  { reads, storage, signal }: Listing,
  write: (lines: string) => Promise<void>,
): Promise<PlacedTotals> {
  const totals = createPlacedTotals()
  for await (const batch of nameFiles(reads)) {
    const originals = batch.filter(({ kind }) => kind === 'original')
    for (let start = 0; start < originals.length; start += AT_ONCE) {
      signal.throwIfAborted()
      const part = originals.slice(start, start + AT_ONCE)
      const lines = await Promise.all(part.map((file) => listObject(storage, file, totals)))
      await write(lines.map(formatLine).join(''))
    }
  }
  return totals
}

async function listObject(
  storage: ObjectStore,
  file: NamedFile,
  totals: PlacedTotals,
): Promise<StoredListLine> {
  const { key: path } = file
  totals.count += 1
  const found = await storage.inspect?.(path)
  if (!found) {
    totals.missing += 1
    totals.addProblem(`${path} is missing`)
    return { path, missing: true }
  }
  const size = file.size ?? found.size
  const sha256 = file.sha256 ?? found.sha256 ?? (await storage.digest(path)).sha256
  totals.bytes += size
  if (found.size === size && (found.sha256 ?? sha256) === sha256)
    return { path, size, sha256, ...(found.etag !== null && { etag: found.etag }) }
  totals.changed += 1
  totals.addProblem(`${path} is damaged: it does not have the recorded size and SHA-256`)
  // With the ETag of other bytes, they would count as undamaged.
  return { path, size, sha256 }
}
