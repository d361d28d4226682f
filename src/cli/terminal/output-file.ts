import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'
import { openTarget } from './target.ts'

/** Target of a command that writes a file. */
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
  const opened = await openTarget(cli, target.path, target.force === true)
  const stream = createWriteStream(opened.temporary, { flags: 'r+' })
  await once(stream, 'open')
  return {
    path,
    stream,
    publish: () => opened.publish(),
    async [Symbol.asyncDispose]() {
      stream.destroy()
      await opened[Symbol.asyncDispose]()
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
