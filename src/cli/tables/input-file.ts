import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtempDisposable, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CatalogError, invalid } from '../../core/base/errors.ts'
import type { Cli } from '../cli.ts'

export const MAX_TABLE_BYTES = 256 * 1024 ** 2

/** Names standard input. */
export const STANDARD_INPUT = '-'

/** Copies of each command, by the given path. */
const copies = new WeakMap<Cli, Map<string, Promise<string>>>()

/**
 * Returns the path of a table that can be read several times: the given one, or a copy of standard input, a named
 * pipe or a device, which can be read only once. Copies are removed when the command ends.
 * @throws CatalogError kind `too_large` for more than 256 MB, `invalid` if standard input is a terminal
 */
export async function openInputFile(cli: Cli, given: string): Promise<string> {
  if (await canReadAgain(cli, given)) return resolve(cli.cwd, given)
  const known = copies.get(cli) ?? new Map<string, Promise<string>>()
  copies.set(cli, known)
  const copy = known.get(given) ?? copyInput(cli, given)
  known.set(given, copy)
  return await copy
}

/** Whether a path does not name standard input, a named pipe or a device. */
export async function canReadAgain({ cwd }: Cli, given: string): Promise<boolean> {
  if (given === STANDARD_INPUT) return false
  const stats = await stat(resolve(cwd, given)).catch(() => undefined)
  return stats === undefined || stats.isFile() || stats.isDirectory()
}

async function copyInput(cli: Cli, given: string): Promise<string> {
  if (given === STANDARD_INPUT && cli.interactive) {
    throw invalid(given, 'reads standard input, which is a terminal. Name a file, or pipe a table')
  }
  const folder = await mkdtempDisposable(join(tmpdir(), 'catalog-input-'))
  cli.cleanup.use(folder)
  const copy = join(folder.path, 'table')
  const input: NodeJS.ReadableStream =
    given === STANDARD_INPUT ? cli.stdin : createReadStream(resolve(cli.cwd, given))
  const output = createWriteStream(copy, { mode: 0o600 })
  await pipeline(input, limitBytes, output, { signal: cli.signal })
  return copy
}

async function* limitBytes(
  chunks: AsyncIterable<string | Buffer>,
): AsyncGenerator<string | Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > MAX_TABLE_BYTES) {
      throw new CatalogError('too_large', 'The table is larger than 256 MB. Split it.')
    }
    yield chunk
  }
}
