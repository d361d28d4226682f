import { createWriteStream } from 'node:fs'
import { link, lstat, realpath, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import process from 'node:process'
import type { Writable } from 'node:stream'
import { publishFile, syncToDisk } from '../core/durable-files.ts'
import { conflict, invalid, type CatalogError } from '../core/errors.ts'
import type { Cli } from './cli.ts'
import { toWriteError } from './write-error.ts'

/** Where a command writes a file. */
export interface OutputTarget {
  /** `-` is standard output. */
  path: string
  /** Whether to replace an existing file. */
  force?: boolean | undefined
  /** Files that the command reads, which are never replaced. */
  inputs?: readonly string[]
}

/** A file while it is written. Its path does not show it before it is complete. */
export interface OutputFile extends AsyncDisposable {
  /** Absolute path; null for standard output. */
  readonly path: string | null
  readonly stream: Writable
  /** Moves the complete file to its path. Without this call, disposal removes the file. */
  publish(): Promise<void>
}

/**
 * Opens a file for writing. It replaces no existing file unless `force` is set.
 * @throws CatalogError kind `conflict` if the file exists or cannot be written, `invalid` if it is an input
 */
export async function openOutputFile(cli: Cli, target: OutputTarget): Promise<OutputFile> {
  if (target.path === '-') return openStandardOutput(cli)
  const path = resolve(cli.cwd, target.path)
  await rejectInputs(cli, path, target)
  await rejectSpecialFile(path, target.path)
  if (!target.force && (await exists(path))) throw reportExisting(target.path)
  const temporary = `${path}.${process.pid}.part`
  const stream = createWriteStream(temporary, { flags: 'wx', mode: 0o644 })
  await new Promise<void>((done, fail) => {
    stream.once('open', () => done())
    stream.once('error', (error) => fail(toWriteError(target.path, error)))
  })
  return {
    path,
    stream,
    async publish() {
      if (target.force) await publishFile(temporary, path)
      else await publishNewFile(temporary, path, target.path)
    },
    async [Symbol.asyncDispose]() {
      stream.destroy()
      await rm(temporary, { force: true })
    },
  }
}

function openStandardOutput({ stdout }: Cli): OutputFile {
  return {
    path: null,
    stream: stdout as Writable,
    publish: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/** Compares real paths: a symbolic link may lead to the file that is read. */
async function rejectInputs(cli: Cli, path: string, { inputs = [] }: OutputTarget): Promise<void> {
  const real = await findRealPath(path)
  for (const input of inputs) {
    if ((await findRealPath(resolve(cli.cwd, input))) !== real) continue
    throw invalid(
      input,
      'is read by this command and therefore not overwritten. Write to another file',
    )
  }
}

async function findRealPath(path: string): Promise<string> {
  return await realpath(path).catch(() => path)
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
