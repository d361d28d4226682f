import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Cli } from '../../cli.ts'
import { toWriteError } from '../../terminal/write-error.ts'
import type { Target } from '../../terminal/target.ts'

/** A file or standard output, as a sequence of texts. */
export interface TextOutput extends AsyncDisposable {
  write(text: string): Promise<void>
}

/** Writes to standard output, no faster than its reader reads. */
export function openStandardOutput({ stdout, signal }: Cli): TextOutput {
  return {
    async write(text) {
      if (!stdout.write(text)) await once(stdout, 'drain', { signal })
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

/**
 * Creates the temporary file of a target.
 * @throws CatalogError kind `conflict` if the file cannot be written, for example because the disk is full
 */
export async function openTextFile({
  temporary,
  path,
}: Pick<Target, 'temporary' | 'path'>): Promise<TextOutput> {
  const file = await rejectAsWriteError(open(temporary, 'w'), path)
  return {
    write: (text) => rejectAsWriteError(file.appendFile(text), path),
    [Symbol.asyncDispose]: () => file.close(),
  }
}

async function rejectAsWriteError<T>(work: Promise<T>, path: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toWriteError(path, error)
  }
}
