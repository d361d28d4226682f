import { join } from 'node:path'
import { readdir } from 'node:fs/promises'
import { CatalogError } from '../base/errors.ts'
import { LINES_FILE } from '../model/dump-layout.ts'

/** The layout of a dump: `catalog.ndjson`, and the originals below `files/`. */

export function linesPath(directory: string): string {
  return join(directory, LINES_FILE)
}

export function filesFolder(directory: string): string {
  return join(directory, 'files')
}

/** @throws CatalogError kind `invalid` if the folder is not empty, so that no dump overwrites another */
export async function requireNewOrEmpty(directory: string): Promise<void> {
  if ((await entriesOf(directory)).length === 0) return
  throw new CatalogError('invalid', `${directory} is not empty. Choose a new or empty folder.`)
}

async function entriesOf(directory: string): Promise<string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code !== 'ENOTDIR') throw error
    throw new CatalogError('invalid', `${directory} is not a folder.`, { cause: error })
  }
}
