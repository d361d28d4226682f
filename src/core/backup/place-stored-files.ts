import type { Reads } from '../database/store.ts'
import { requireFolder } from '../storage/storage-root.ts'
import { nameFiles, type NamedFile } from '../stored-files/name-files.ts'
import type { EarlierBackup } from './earlier-backup.ts'
import { objectPath, objectsFolder, placeFile, type EarlierFile } from './place-file.ts'
import { createPlacedTotals, type PlacedTotals } from './placed-totals.ts'
import { formatLine, type StoredListLine } from './stored-list.ts'

const AT_ONCE = 16

interface Placing {
  reads: Reads
  data: string
  target: string
  derivatives: boolean
  earlier: EarlierBackup
  signal: AbortSignal
}

/**
 * Places the files that rows name, and passes the lines of the list to `write`. A file that is missing from the store is
 * listed as missing: a backup of everything else is better than none.
 * @throws CatalogError kind `unavailable` if the folder of all stored files is gone
 */
export async function placeStoredFiles(
  { reads, data, target, derivatives, earlier, signal }: Placing,
  write: (lines: string) => Promise<void>,
): Promise<PlacedTotals> {
  const total = createPlacedTotals()
  for await (const batch of nameFiles(reads)) {
    const files = batch.filter(({ kind }) => derivatives || kind === 'original')
    for (let start = 0; start < files.length; start += AT_ONCE) {
      signal.throwIfAborted()
      const part = await findEarlier(files.slice(start, start + AT_ONCE), earlier)
      const lines = await Promise.all(
        part.map((file) => placeNamedFile(file, { data, target, total })),
      )
      await write(lines.map(formatLine).join(''))
    }
  }
  return total
}

type FileWithEarlier = NamedFile & { earlier: EarlierFile | undefined }

async function findEarlier(
  files: readonly NamedFile[],
  earlier: EarlierBackup,
): Promise<FileWithEarlier[]> {
  const found: FileWithEarlier[] = []
  for (const file of files) {
    found.push({ ...file, earlier: await earlier.find(file.imageId, file.key) })
  }
  return found
}

async function placeNamedFile(
  { key, earlier, ...file }: FileWithEarlier,
  { data, target, total }: { data: string; target: string; total: PlacedTotals },
): Promise<StoredListLine> {
  const { addProblem } = total
  const placed = await placeFile(objectPath(data, key), objectPath(target, key), earlier)
  total.count += 1
  if (!placed) {
    await requireFolder(objectsFolder(data))
    total.missing += 1
    addProblem(`${key} is missing`)
    return { path: key, missing: true }
  }
  const { how, size, sha256 } = placed
  total.bytes += size
  total[how] += 1
  if (file.sha256 !== null && file.sha256 !== sha256) {
    total.changed += 1
    addProblem(`${key} is damaged: its SHA-256 is not the recorded one`)
  }
  return { path: key, size, sha256 }
}
