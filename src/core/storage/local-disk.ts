import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, mkdtempDisposable, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { createDigests, type Digests } from './digests.ts'
import { copyDurably, linkOrCopy, publishObject } from './object-files.ts'
import { createDurableFolders, type DurableFolders } from './durable-folders.ts'
import { createOpenFiles, type OpenFiles } from './open-files.ts'
import type { ByteRange, LocalCopy, ObjectStore, ReceivedObject } from './object-store.ts'
import { FOLDER, tighten } from './modes.ts'
import { receiveFile } from './receive-file.ts'
import { convertDiskErrors } from './disk-errors.ts'
import { ignoreMissing, listFolder, listFolders } from './list-folder.ts'
import { measureFiles, walkFiles } from './measure-files.ts'
import { createTemporaryFolder, type TakeLock } from './temporary-folder.ts'

export interface LocalDiskOptions {
  takeLock: TakeLock
  /** The folder of unfinished files, on the same disk; `tmp` by default. */
  temporary?: string
}

/**
 * Stores objects as files below `folder`, which must exist. A file is written under a temporary name, synced and
 * renamed, and its directory is synced, so that neither a crash nor a power failure leaves half a file under a key.
 * @throws CatalogError kind `unavailable`, from every method, if the disk is full or fails
 */
export async function openLocalDisk(
  folder: string,
  { takeLock, temporary: unfinished = join(folder, 'tmp') }: LocalDiskOptions,
): Promise<ObjectStore> {
  const objects = join(folder, 'objects')
  await mkdir(objects, { recursive: true, mode: FOLDER })
  tighten(objects, FOLDER)
  const folders = createDurableFolders(folder)
  await folders.sync(objects)
  const temporary = createTemporaryFolder(unfinished, takeLock)
  const digests = createDigests()
  const pathOf = (key: string): string => join(objects, requireKey(key))
  const newPath = async (): Promise<string> => join(await temporary.path(), randomUUID())
  const openFiles = createOpenFiles()
  const intake = { newPath, pathOf, digests, folders, openFiles }
  const stat = (key: string) => convertDiskErrors(statFile(pathOf(key)))
  const list = (prefix: string) => listFolder(pathOf(prefix))
  const listObjects = (prefix: string) => walkFiles({ list, stat }, prefix)
  return {
    receive: (source, limit) => convertDiskErrors(receive(source, limit, intake)),
    putFile: (path, key) => convertDiskErrors(putFile(path, key, intake)),
    async duplicate(from, to) {
      await convertDiskErrors(linkOrCopy(pathOf(from), pathOf(to)))
      return { durable: convertDiskErrors(folders.sync(dirname(pathOf(to)))) }
    },
    stat,
    digest: (key) => convertDiskErrors(digests.compute(pathOf(key))),
    read: (key, range) => readFile(pathOf(key), range),
    readRange: (key, range) => convertDiskErrors(openFiles.read(pathOf(key), range)),
    localCopy: (key) => convertDiskErrors(lendFile(pathOf(key))),
    locate: pathOf,
    async move(from, to) {
      await openFiles.close(pathOf(from))
      return await convertDiskErrors(moveFiles(pathOf(from), pathOf(to), folders))
    },
    async remove(key) {
      await openFiles.close(pathOf(key))
      await convertDiskErrors(removeFile(pathOf(key)))
    },
    async removeBelow(prefix) {
      await openFiles.close(pathOf(prefix))
      await convertDiskErrors(removeFolder(pathOf(prefix), folders))
    },
    removeEmpty: (prefix) => convertDiskErrors(removeEmptyFolder(pathOf(prefix), folders)),
    list,
    listFolders: (prefix) => listFolders(list, prefix),
    listObjects,
    measure: (prefix) => measureFiles({ listObjects }, prefix),
    discardUnfinished: () => temporary.discardAbandoned(),
    workspace: () => convertDiskErrors(makeWorkspace(temporary.path())),
    async requireAvailable() {
      await using _workspace = await convertDiskErrors(makeWorkspace(temporary.path()))
    },
    async [Symbol.asyncDispose]() {
      await openFiles[Symbol.asyncDispose]()
      await temporary[Symbol.asyncDispose]()
    },
  }
}

/** Reads the objects below `folder` without creating anything. */
export function readLocalDisk(folder: string): Pick<ObjectStore, 'stat' | 'read' | 'list'> {
  const pathOf = (key: string): string => join(folder, 'objects', requireKey(key))
  return {
    stat: (key) => convertDiskErrors(statFile(pathOf(key))),
    read: (key, range) => readFile(pathOf(key), range),
    list: (prefix) => listFolder(pathOf(prefix)),
  }
}

/** Parts that lead to other folders, which a key may not contain. */
const NOT_NAMES = ['', '.', '..']

/** Keys are generated, or listed. The check prevents a programming error from writing outside the folder. */
function requireKey(key: string): string {
  if (key.includes('\0') || key.split('/').some((name) => NOT_NAMES.includes(name)))
    throw new Error(`not an object key: ${JSON.stringify(key)}`)
  return key
}

interface StoreFiles {
  newPath: () => Promise<string>
  pathOf: (key: string) => string
  digests: Digests
  folders: DurableFolders
  openFiles: OpenFiles
}

async function receive(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  { newPath, pathOf, digests, folders, openFiles }: StoreFiles,
): Promise<ReceivedObject> {
  const path = await newPath()
  try {
    const { size, sha256 } = await receiveFile(source, path, limit)
    await digests.store(path, sha256)
    return {
      size,
      sha256,
      async publish(key) {
        await convertDiskErrors(publishObject(path, pathOf(key), folders))
        await openFiles.close(pathOf(key))
      },
      [Symbol.asyncDispose]: () => removeFile(path),
    }
  } catch (error) {
    await removeFile(path)
    throw error
  }
}

async function putFile(path: string, key: string, store: StoreFiles) {
  const { newPath, pathOf, folders, openFiles } = store
  const staged = await newPath()
  try {
    await copyDurably(path, staged)
    await publishObject(staged, pathOf(key), folders)
    await openFiles.close(pathOf(key))
  } catch (error) {
    await removeFile(staged)
    throw error
  }
}

function readFile(path: string, range?: ByteRange): Readable {
  return createReadStream(path, { ...range, highWaterMark: 256 * 1024 })
}

async function lendFile(path: string): Promise<LocalCopy | undefined> {
  if (!(await statFile(path))) return undefined
  return { path, [Symbol.asyncDispose]: () => Promise.resolve() }
}

async function makeWorkspace(temporary: Promise<string>) {
  return mkdtempDisposable(join(await temporary, 'work-'))
}

/** Unlike `rm`, `unlink` neither calls `stat` first nor blocks. */
async function removeFile(path: string): Promise<void> {
  await ignoreMissing(unlink(path))
}

async function moveFiles(from: string, to: string, folders: DurableFolders): Promise<boolean> {
  if (!(await ignoreMissing(stat(from)))) return false
  folders.forget(from)
  await mkdir(dirname(to), { recursive: true, mode: FOLDER })
  await rename(from, to)
  await folders.sync(dirname(to))
  await folders.sync(dirname(from))
  return true
}

async function removeFolder(path: string, folders: DurableFolders): Promise<void> {
  folders.forget(path)
  await rm(path, { recursive: true, force: true })
  folders.forget(path)
}

/** Keeps a folder that is not empty. */
async function removeEmptyFolder(path: string, folders: DurableFolders): Promise<void> {
  folders.forget(path)
  try {
    await rmdir(path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(code)) throw error
  }
}

async function statFile(path: string): Promise<{ size: number } | undefined> {
  const found = await ignoreMissing(stat(path))
  return found?.isFile() ? { size: found.size } : undefined
}
