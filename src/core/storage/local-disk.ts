import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, mkdtempDisposable, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CatalogError, storageFull } from '../errors.ts'
import { createDigests, type Digests } from './digests.ts'
import { duplicateFile, publishFile } from './durable-files.ts'
import type { ObjectStore, ReceivedObject } from './object-store.ts'

/**
 * Objects as files below `folder`. A file gets its name only when all of its bytes are on the disk:
 * written under a temporary name, synced, renamed, and the directory synced, so that neither a crash
 * nor a power cut leaves half of one under its key.
 */
export async function openLocalDisk(folder: string): Promise<ObjectStore> {
  const objects = join(folder, 'objects')
  const temporary = join(folder, 'tmp')
  await mkdir(objects, { recursive: true })
  await mkdir(temporary, { recursive: true })
  const digests = createDigests()
  const pathOf = (key: string): string => join(objects, safeKey(key))
  return {
    receive: (source, limit) =>
      tellingFullDisk(receive(source, { limit, temporary, pathOf, digests })),
    putFile: (path, key) => tellingFullDisk(putFile(path, temporary, pathOf(key))),
    duplicate: (from, to) => tellingFullDisk(duplicateFile(pathOf(from), pathOf(to))),
    stat: (key) => sizeOf(pathOf(key)),
    digest: (key) => digests.of(pathOf(key)),
    read: (key, range) => createReadStream(pathOf(key), { ...range, highWaterMark: 256 * 1024 }),
    localPath: pathOf,
    remove: (key) => rm(pathOf(key), { force: true }),
    removeBelow: (prefix) => rm(pathOf(prefix), { recursive: true, force: true }),
    discardUnfinished: () => emptyFolder(temporary),
    workspace: async () => mkdtempDisposable(join(temporary, 'work-')),
  }
}

const KEY = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** Keys are made by us; the check keeps a mistake of ours from leaving the folder. */
function safeKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not an object key: ${JSON.stringify(key)}`)
  return key
}

interface Intake {
  limit: number
  temporary: string
  pathOf: (key: string) => string
  digests: Digests
}

async function receive(source: AsyncIterable<Uint8Array>, intake: Intake): Promise<ReceivedObject> {
  const path = join(intake.temporary, randomUUID())
  const discard = (): Promise<void> => rm(path, { force: true })
  try {
    const { size, sha256 } = await writeHashing(source, path, intake.limit)
    await intake.digests.remember(path, sha256)
    return {
      size,
      sha256,
      publish: (key) => tellingFullDisk(publishFile(path, intake.pathOf(key))),
      [Symbol.asyncDispose]: discard,
    }
  } catch (error) {
    await discard()
    throw error
  }
}

async function writeHashing(
  source: AsyncIterable<Uint8Array>,
  path: string,
  limit: number,
): Promise<{ size: number; sha256: string }> {
  await using file = await open(path, 'wx')
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > limit) throw new CatalogError('too_large', `The file is larger than ${limit} bytes.`)
    hash.update(chunk)
    await file.writeFile(chunk)
  }
  await file.sync()
  return { size, sha256: hash.digest('hex') }
}

async function putFile(path: string, temporary: string, to: string): Promise<void> {
  const staged = join(temporary, randomUUID())
  try {
    await copyFile(path, staged)
    await publishFile(staged, to)
  } catch (error) {
    await rm(staged, { force: true })
    throw error
  }
}

async function tellingFullDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw storageFull(error)
  }
}

async function emptyFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
}

async function sizeOf(path: string): Promise<{ size: number } | undefined> {
  try {
    const found = await stat(path)
    return found.isFile() ? { size: found.size } : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
