import { makeFolder } from '../storage/disk/make-folder.ts'
import type { Store } from '../database/store.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { open, readdir, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { publishFile } from '../storage/disk/durable-files.ts'
import { createLineWriter } from './line-writer.ts'
import { createOriginalCopier } from './copy-original.ts'
import { filesFolder, linesPath, requireNewOrEmpty } from './dump-folder.ts'
import type { DumpSource, LineType } from './line-type.ts'
import { LINE_TYPES } from './lines/index.ts'

/** Number of lines by type. */
export type Counts = Record<string, number>

const BUFFERED_CHARACTERS = 256 * 1024

/**
 * Writes a snapshot of the catalog to a new or empty folder. `catalog.ndjson` gets its name last: if it exists, the
 * dump is complete.
 * @throws CatalogError kind `invalid` if the folder is not empty, or an original is missing or damaged
 */
export async function dumpCatalog(
  catalog: { storage: ObjectStore } & Pick<Store, 'snapshot'>,
  directory: string,
  { files }: { files: boolean },
): Promise<Counts> {
  await requireNewOrEmpty(directory)
  await makeFolder(directory, 0o700)
  try {
    await using snapshot = await catalog.snapshot()
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
    for (const type of LINE_TYPES) counts[type.type] = await writeLines(file, type, source)
  }
  await publishFile(unfinished, path)
  return counts
}

async function writeLines(file: FileHandle, type: LineType, source: DumpSource): Promise<number> {
  const write = createLineWriter(type)
  let count = 0
  let buffered = ''
  for await (const line of type.rows(source)) {
    buffered += `${write(line)}\n`
    count += 1
    if (buffered.length < BUFFERED_CHARACTERS) continue
    await file.writeFile(buffered)
    buffered = ''
  }
  await file.writeFile(buffered)
  return count
}

/** The folder was empty before the dump, so everything in it belongs to the dump. */
async function emptyFolder(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    await rm(join(directory, name), { recursive: true, force: true })
  }
}
