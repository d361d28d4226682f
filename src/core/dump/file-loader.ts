import type { Store } from '../database/store.ts'
import type { ImagePool } from '../imaging/process/image-pool.ts'
import type { Config } from '../config/config.ts'
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { CatalogError } from '../base/errors.ts'
import { PictureError } from '../imaging/picture-error.ts'
import { findExtension } from '../model/picture-format.ts'
import { isCurrentVersion } from '../queries/images/file-version.ts'
import { newVersion, originalKey, versionKey } from '../storage/keys.ts'
import type { ReceivedObject, ObjectStore } from '../storage/object-store.ts'
import { linesPath } from './dump-folder.ts'
import { requireDumpedFile, type FileEntry } from './dumped-file.ts'
import { BadField, withLineNumber } from './line-error.ts'
import type { StoredFile } from './line-type.ts'
import type { ImageLine } from './lines/image-schema.ts'
import { imageLine } from './lines/image.ts'
import { readDump } from './parse-line.ts'
import { readLines } from './read-lines.ts'

/**
 * Stores the originals of a load. A journal file records the stored files in the order of the lines, because a
 * list in memory would grow with the catalog.
 */
export interface FileLoader extends AsyncDisposable {
  /** Second pass: copies every image's file into the store and compares it with its line. */
  storeFiles(directory: string): Promise<void>
  /** Returns a function that reads the stored files one by one, in the order of the lines. */
  readStoredFiles(): () => Promise<StoredFile>
  /** Removes the stored files that no row names. */
  removeFiles(): Promise<void>
}

type Target = { config: Config; images: ImagePool; storage: ObjectStore } & Pick<Store, 'reads'>

/** Flags to open a file for reading. Opening fails if it was replaced by a symbolic link after the check. */
const NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** Starts with no stored files. Disposing of it deletes the journal and keeps the stored files. */
export async function openFileLoader(catalog: Target): Promise<FileLoader> {
  const { reads, storage } = catalog
  const workspace = await storage.workspace()
  const journal = join(workspace.path, 'stored.ndjson')
  return {
    storeFiles: (directory) => storeFiles(catalog, directory, journal),
    readStoredFiles: () => createJournalReader(readJournal(journal)),
    async removeFiles() {
      for await (const { imageId, version } of readJournal(journal)) {
        // The server of the database may have stored the rows before the connection to it was lost.
        if (await isCurrentVersion(reads, imageId, version)) continue
        await storage.removeBelow(versionKey(imageId, version))
      }
    },
    [Symbol.asyncDispose]: () => workspace[Symbol.asyncDispose](),
  }
}

async function storeFiles(catalog: Target, directory: string, journal: string): Promise<void> {
  await using written = await open(journal, 'a', 0o600)
  for await (const line of readDump(linesPath(directory))) {
    if (line.type !== imageLine) continue
    await withLineNumber(line, async () => {
      const { id, file } = line.value as ImageLine
      if (!file) return
      await using received = await receive(catalog, directory, file)
      const version = newVersion()
      const key = originalKey(id, version, requireExtension(file.content_type))
      const { sha256, size } = received
      // Recorded before the file is published, so that a rollback also removes a partly stored file.
      await written.writeFile(`${JSON.stringify({ imageId: id, version, sha256, size })}\n`)
      await received.publish(key)
      await requirePicture(catalog, key, file)
    })
  }
}

/** Applies the checks of a commit: the declared type, a readable header, dimensions within the limits. */
async function requirePicture(
  { storage, images }: Target,
  key: string,
  { path, content_type: contentType }: FileEntry,
): Promise<void> {
  await using file = await storage.localCopy(key)
  if (!file) throw new BadField('file.path', `${path} was removed from the store during the load.`)
  try {
    await images.probe(file.path, contentType, 'dump')
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    if (error.permanent || ['timeout', 'memory'].includes(error.reason))
      throw new BadField('file.path', `${path} is refused: ${error.message}`)
    const message = `${path} could not be checked: ${error.message}`
    throw new CatalogError('unavailable', message, { cause: error })
  }
}

async function receive(
  { storage, config: { maxUpload } }: Target,
  directory: string,
  file: FileEntry,
): Promise<ReceivedObject> {
  const path = await requireDumpedFile({ directory, maxUpload }, file)
  await using source = await open(path, NO_LINK)
  const received = await storage.receive(source.createReadStream({ autoClose: false }), maxUpload)
  if ((file.sha256 ?? received.sha256) === received.sha256) return received
  await received[Symbol.asyncDispose]()
  throw new BadField('file.sha256', `is not that of ${file.path}, which is ${received.sha256}`)
}

function requireExtension(contentType: string): string {
  const extension = findExtension(contentType)
  if (extension === undefined) throw new Error(`no extension for ${contentType}`)
  return extension
}

async function* readJournal(path: string): AsyncGenerator<StoredFile> {
  for await (const { text } of readLines(path)) yield JSON.parse(text) as StoredFile
}

function createJournalReader(stored: AsyncGenerator<StoredFile>): () => Promise<StoredFile> {
  return async () => {
    const { value, done } = await stored.next()
    if (done) throw new Error('more images have files than were stored')
    return value
  }
}
