import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, link, mkdir, mkdtempDisposable, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CatalogError } from '../errors.ts'
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
  const pathOf = (key: string): string => join(objects, safeKey(key))
  return {
    receive: (source, limit) => receive(source, { limit, temporary, pathOf }),
    async putFile(path, key) {
      const staged = join(temporary, randomUUID())
      await copyFile(path, staged)
      await publish(staged, pathOf(key))
    },
    duplicate: (from, to) => duplicate(pathOf(from), pathOf(to)),
    stat: (key) => sizeOf(pathOf(key)),
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
}

async function receive(source: AsyncIterable<Uint8Array>, intake: Intake): Promise<ReceivedObject> {
  const path = join(intake.temporary, randomUUID())
  const discard = (): Promise<void> => rm(path, { force: true })
  try {
    const { size, sha256 } = await writeHashing(source, path, intake.limit)
    return {
      size,
      sha256,
      publish: (key) => publish(path, intake.pathOf(key)),
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

async function emptyFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
}

/** Renames a file that is complete; synced once more because a copy may not have been. */
async function publish(from: string, to: string): Promise<void> {
  await syncPath(from)
  await makeFolder(dirname(to))
  await rename(from, to)
  await syncPath(dirname(to))
}

async function duplicate(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to))
  try {
    await link(from, to)
  } catch (error) {
    if (
      !['EPERM', 'ENOTSUP', 'EXDEV', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')
    ) {
      throw error
    }
    const staged = `${to}.${randomUUID()}.part`
    await copyFile(from, staged)
    await publish(staged, to)
  }
  await syncPath(dirname(to))
}

/** Creates the folder and syncs the one that now names it, so that the name survives a power cut. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncPath(dirname(made))
  }
}

async function syncPath(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
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
