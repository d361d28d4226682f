import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { makeFolder } from './disk/make-folder.ts'
import { createDigests, type Digests } from './digests.ts'
import { copyDurably, linkOrCopy, publishObject } from './object-files.ts'
import { createDurableFolders, type DurableFolders } from './durable-folders.ts'
import { createOpenFiles, type OpenFiles } from './open-files.ts'
import type { ByteRange, LocalCopy, ObjectStore, ReceivedObject } from './object-store.ts'
import { FOLDER, tighten } from './modes.ts'
import { receiveFile } from './receive-file.ts'
import { convertDiskErrors } from './disk-errors.ts'
import { listFolder, listFolders } from './list-folder.ts'
import { measureFiles, walkFiles } from './measure-files.ts'
import { ignoreMissing } from './missing-files.ts'
import {
  belowRoot,
  createFolder,
  createStorageRoot,
  openStorageRoot,
  type StorageRoot,
} from './storage-root.ts'
import { createTemporaryFolder, createWorkspace, type TakeLock } from './temporary-folder.ts'

export interface LocalDiskOptions {
  takeLock: TakeLock
  /** The folder of unfinished files, preferably on the same disk; `tmp` by default. */
  temporary?: string
}

/**
 * Stores objects as files below `folder`, which must exist. A file is written under a temporary name, synced and
 * moved into place, and its directory is synced, so that neither a crash nor a power failure leaves half a file under a key.
 * @throws CatalogError kind `unavailable`, from every method, if the disk is full, fails or is gone
 */
export async function openLocalDisk(
  folder: string,
  { takeLock, temporary: unfinished = join(folder, 'tmp') }: LocalDiskOptions,
): Promise<ObjectStore> {
  const objects = join(folder, 'objects')
  await makeFolder(objects, FOLDER)
  tighten(objects, FOLDER)
  const folders = createDurableFolders(folder)
  await folders.sync(objects)
  const temporary = createTemporaryFolder(unfinished, takeLock)
  const digests = createDigests()
  const root = await openStorageRoot(objects)
  const reads = createReads(objects, root)
  const pathOf = reads.locate
  const newPath = async (): Promise<string> => join(await takeTemporary(), randomUUID())
  const takeTemporary = async (): Promise<string> => {
    await root.require()
    return await temporary.path()
  }
  const openFiles = createOpenFiles()
  const inStore = <T>(work: Promise<T>): Promise<T> => belowRoot(root, work)
  const intake = { root, newPath, pathOf, digests, folders, openFiles }
  const workspace = () => createWorkspace(takeTemporary())
  return {
    ...reads,
    receive: (source, limit) => convertDiskErrors(receive(source, limit, intake)),
    putFile: (path, key) => inStore(putFile(path, key, intake)),
    async duplicate(from, to) {
      await inStore(duplicateFile(pathOf(from), pathOf(to), root))
      return { durable: inStore(folders.sync(dirname(pathOf(to)))) }
    },
    digest: (key) => inStore(digests.compute(pathOf(key))),
    readRange: (key, range) => inStore(openFiles.read(pathOf(key), range)),
    async move(from, to) {
      await openFiles.close(pathOf(from))
      return await inStore(moveFiles(pathOf(from), pathOf(to), intake))
    },
    async remove(key) {
      await openFiles.close(pathOf(key))
      await inStore(removeFile(pathOf(key)))
    },
    async removeBelow(prefix) {
      await openFiles.close(pathOf(prefix))
      await inStore(removeFolder(pathOf(prefix), folders))
    },
    removeEmpty: (prefix) => inStore(removeEmptyFolder(pathOf(prefix), folders)),
    async discardUnfinished() {
      await root.require()
      await temporary.discardAbandoned()
    },
    workspace,
    requireAvailable: () => requireAvailable(root, workspace),
    async [Symbol.asyncDispose]() {
      await openFiles[Symbol.asyncDispose]()
      await temporary[Symbol.asyncDispose]()
    },
  }
}

/** The objects may be on another disk than unfinished files. */
async function requireAvailable(root: StorageRoot, workspace: ObjectStore['workspace']) {
  await using _workspace = await workspace()
  await root.requireWritable()
}

/** Reads the objects below `folder` without creating anything. There are none if it does not exist. */
export function readLocalDisk(folder: string): Pick<ObjectStore, 'stat' | 'read' | 'list'> {
  return createReads(join(folder, 'objects'), createStorageRoot('/'))
}

type Reads = Pick<
  ObjectStore,
  'stat' | 'read' | 'localCopy' | 'locate' | 'list' | 'listFolders' | 'listObjects' | 'measure'
>

/** @param root the folder without which no file counts as missing */
function createReads(objects: string, root: StorageRoot): Reads {
  const pathOf = (key: string): string => join(objects, requireKey(key))
  const stat = (key: string) => belowRoot(root, statFile(pathOf(key)))
  const list = (prefix: string) => listFolder(root, pathOf(prefix))
  const listObjects = (prefix: string) => walkFiles({ list, stat }, prefix)
  return {
    stat,
    read: (key, range) => readFile(pathOf(key), range),
    localCopy: (key) => belowRoot(root, lendFile(pathOf(key))),
    locate: pathOf,
    list,
    listFolders: (prefix) => listFolders(list, prefix),
    listObjects,
    measure: (prefix) => measureFiles({ listObjects }, prefix),
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
  root: StorageRoot
  newPath: () => Promise<string>
  pathOf: (key: string) => string
  digests: Digests
  folders: DurableFolders
  openFiles: OpenFiles
}

async function receive(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  { root, newPath, pathOf, digests, folders, openFiles }: StoreFiles,
): Promise<ReceivedObject> {
  const path = await newPath()
  try {
    const { size, sha256 } = await receiveFile(source, path, limit)
    await digests.store(path, sha256)
    return {
      size,
      sha256,
      async publish(key) {
        await belowRoot(root, publishObject(path, pathOf(key), { root, folders }))
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
  const { root, newPath, pathOf, folders, openFiles } = store
  const staged = await newPath()
  try {
    await copyDurably(path, staged)
    await publishObject(staged, pathOf(key), { root, folders })
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

/** Unlike `rm`, `unlink` neither calls `stat` first nor blocks. */
async function removeFile(path: string): Promise<void> {
  await ignoreMissing(unlink(path))
}

async function duplicateFile(from: string, to: string, root: StorageRoot): Promise<void> {
  await createFolder(root, dirname(to))
  await linkOrCopy(from, to)
}

async function moveFiles(
  from: string,
  to: string,
  { root, folders }: Pick<StoreFiles, 'root' | 'folders'>,
): Promise<boolean> {
  if (!(await ignoreMissing(stat(from)))) return false
  folders.forget(from)
  await createFolder(root, dirname(to))
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
