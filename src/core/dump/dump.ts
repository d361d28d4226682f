import { makeFolder } from '../storage/disk/make-folder.ts'
import type { DatabaseAddress } from '../database/database-address.ts'
import { refuseExpanded } from '../database/postgres-migrations.ts'
import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { publishFile } from '../storage/disk/durable-files.ts'
import { writeLines } from '../storage/disk/write-lines.ts'
import { createLineWriter } from './line-writer.ts'
import { createOriginalCopier } from './copy-original.ts'
import { filesFolder, linesPath, requireNewOrEmpty } from './dump-folder.ts'
import type { DumpSource } from './line-type.ts'
import { LINE_TYPES } from './lines/index.ts'

/** Number of lines by type. */
export type Counts = Record<string, number>

/**
 * Writes a snapshot of the catalog to a new or empty folder. `catalog.ndjson` gets its name last: if it exists, the
 * dump is complete.
 * @throws CatalogError kind `invalid` if the folder is not empty, or an original is missing or damaged; `unsupported` if a later
 *   version has expanded the database
 */
export async function dumpCatalog(
  catalog: { address: DatabaseAddress; storage: ObjectStore } & Pick<Store, 'snapshot'>,
  directory: string,
  { files }: { files: boolean },
): Promise<Counts> {
  await requireNewOrEmpty(directory)
  await makeFolder(directory, 0o700)
  try {
    await using snapshot = await catalog.snapshot()
    // What is migrated later, the snapshot lacks.
    await refuseExpanded(catalog.address)
    const copyOriginal = files
      ? await createOriginalCopier(catalog.storage, filesFolder(directory))
      : null
    return await writeDump({ reads: snapshot.reads, copyOriginal }, directory)
  } catch (error) {
    await emptyFolder(directory)
    throw error
  }
}

async function writeDump(source: DumpSource, directory: string): Promise<Counts> {
  const path = linesPath(directory)
  const unfinished = `${path}.part`
  const counts: Counts = {}
  {
    await using file = await open(unfinished, 'wx', 0o600)
    await writeLines(file, listLines(source, counts))
  }
  await publishFile(unfinished, path)
  return counts
}

/** Lists the lines of all types, and counts those of each. */
async function* listLines(source: DumpSource, counts: Counts): AsyncGenerator<string> {
  for (const type of LINE_TYPES) {
    const write = createLineWriter(type)
    let count = 0
    for await (const line of type.rows(source)) {
      yield write(line)
      count += 1
    }
    counts[type.type] = count
  }
}

/** The folder was empty before the dump, so everything in it belongs to the dump. */
async function emptyFolder(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    await rm(join(directory, name), { recursive: true, force: true })
  }
}
