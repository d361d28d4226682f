import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { CatalogError, notFound } from '../../../core/base/errors.ts'
import type { Cli } from '../../cli.ts'

const REASONS: Partial<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
}

/**
 * Reads a text file of at most so many bytes, or standard input for `-`.
 * @throws CatalogError kind `not_found` if it cannot be read, `too_large`, or `invalid` if it is not UTF-8
 */
export async function readLimitedFile(cli: Cli, path: string, maxBytes: number): Promise<string> {
  const name = path === '-' ? 'Standard input' : path
  const bytes = await readBytes(cli, path, { name, maxBytes })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CatalogError('invalid', `${name} is not UTF-8 text.`)
  }
}

async function readBytes(
  cli: Cli,
  path: string,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<Buffer> {
  if (path === '-') return readStream(cli.stdin, { name, maxBytes })
  try {
    await using file = await open(resolve(cli.cwd, path))
    return await readStream(file.createReadStream(), { name, maxBytes })
  } catch (error) {
    if (error instanceof CatalogError) throw error
    throw notFound(`Cannot read ${path}: ${explain(error)}.`, { cause: error })
  }
}

function explain(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return REASONS[code] ?? message
}

async function readStream(
  stream: NodeJS.ReadableStream,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > maxBytes) {
      const megabytes = Math.round(maxBytes / 1024 ** 2)
      throw new CatalogError('too_large', `${name} is larger than ${megabytes} MB.`)
    }
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
