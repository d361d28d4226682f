import { access, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { conflict } from '../../core/errors.ts'
import { publishFile } from '../../core/durable-files.ts'
import type { Cli } from '../cli.ts'
import { toWriteError } from '../write-error.ts'

/** A file that appears under its name only when it is complete. */
export interface Target extends AsyncDisposable {
  /** The final path. */
  readonly path: string
  /** Path of the incomplete file, in the same folder. */
  readonly temporary: string
  /** Syncs the file and renames it. */
  publish(): Promise<void>
}

/**
 * Prepares to write a file. The temporary file is removed unless it is published.
 * @param force whether to replace an existing file
 * @throws CatalogError kind `conflict` if the file exists or its folder does not
 */
export async function openTarget(
  { cwd }: Pick<Cli, 'cwd'>,
  file: string,
  force: boolean,
): Promise<Target> {
  const path = resolve(cwd, file)
  const temporary = `${path}.${process.pid}.part`
  await requireFolder(path)
  if (!force) await requireAbsence(path)
  return {
    path,
    temporary,
    async publish() {
      if (!force) await requireAbsence(path)
      await publishFile(temporary, path).catch((error) => {
        throw toWriteError(path, error)
      })
    },
    [Symbol.asyncDispose]: () => rm(temporary, { force: true }),
  }
}

async function requireFolder(path: string): Promise<void> {
  await access(dirname(path)).catch((error) => {
    throw toWriteError(path, error)
  })
}

async function requireAbsence(path: string): Promise<void> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  )
  if (exists)
    throw conflict(`${path} exists.`, { code: 'exists', hint: 'Replace it with --force.' })
}
