import { open, readFile } from 'node:fs/promises'
import { CatalogError } from '../../base/errors.ts'

const LFS_POINTER = 'version https://git-lfs.github.com/spec/'

/**
 * Rejects files that are obviously something else. For files whose digest is unknown.
 * @param name the file's name for people, which ends in its extension
 * @throws CatalogError kind `unsupported`
 */
export async function requirePlausibleContent(file: string, name: string): Promise<void> {
  const start = await readStart(file)
  if (start === '') throw implausible(`${name} is empty.`)
  if (start.startsWith(LFS_POINTER)) {
    throw implausible(`${name} is a Git LFS pointer, not the file itself. Run: git lfs pull`)
  }
  if (name.endsWith('.json') && !isJson(await readFile(file, 'utf8'))) {
    throw implausible(`${name} is not valid JSON.`)
  }
}

async function readStart(file: string): Promise<string> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(LFS_POINTER.length))
  return buffer.toString('latin1', 0, bytesRead)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function implausible(message: string): CatalogError {
  return new CatalogError('unsupported', message)
}
