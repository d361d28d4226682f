import { randomUUID } from 'node:crypto'
import { link, lstat, open, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { publishFile, syncToDisk } from '../../core/storage/disk/durable-files.ts'
import { conflict, invalid, type CatalogError } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { isSystemError, toWriteError } from './write-error.ts'

/** A file that appears under its name only when it is complete. */
export interface Target extends AsyncDisposable {
  /** The final, absolute path. */
  readonly path: string
  /** Path of the incomplete file, in the same folder. It exists, and is empty at first. */
  readonly temporary: string
  /** Syncs the file and renames it. */
  publish(): Promise<void>
}

/**
 * Prepares to write a file. The temporary file is removed unless it is published.
 * @param file path, relative to the working directory
 * @param force whether to replace an existing file
 * @throws CatalogError kind `conflict` if the file exists or cannot be written, `invalid` if it is no regular file
 */
export async function openTarget(
  { cwd }: Pick<Cli, 'cwd'>,
  file: string,
  force: boolean,
): Promise<Target> {
  const path = resolve(cwd, file)
  await rejectSpecialFile(path, file)
  if (!force && (await exists(path))) throw reportExisting(file)
  const temporary = `${path}.${randomUUID()}.part`
  await createFile(temporary).catch((error) => {
    throw toWriteError(file, error)
  })
  return {
    path,
    temporary,
    async publish() {
      const published = force ? publishFile(temporary, path) : publishNewFile(temporary, path, file)
      await published.catch((error) => {
        throw isSystemError(error) ? toWriteError(file, error) : error
      })
    },
    [Symbol.asyncDispose]: () => rm(temporary, { force: true }),
  }
}

/** A rename would replace even a device. */
async function rejectSpecialFile(path: string, name: string): Promise<void> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isDirectory()) throw invalid(name, 'is a folder. Name a file')
  if (stats && !stats.isFile()) {
    throw invalid(name, 'is not a regular file. To write to standard output, use -')
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

function reportExisting(path: string): CatalogError {
  return conflict(`${path} already exists. To replace it, add --force.`, { code: 'file_exists' })
}

/** Never follows a symbolic link that another user has placed in the folder. */
async function createFile(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o644)
  await file.close()
}

/** A link, unlike a rename, fails if another process has created the file since. */
async function publishNewFile(temporary: string, path: string, name: string): Promise<void> {
  await syncToDisk(temporary)
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw reportExisting(name)
    // The file system has no hard links, such as exFAT on a USB stick.
    await publishFile(temporary, path)
    return
  }
  await rm(temporary)
  await syncToDisk(dirname(path))
}
