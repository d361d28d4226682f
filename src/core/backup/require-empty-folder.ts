import { readdir } from 'node:fs/promises'
import { UNFINISHED_RESTORE } from '../storage/disk/data-folder.ts'
import { conflict, type CatalogError } from '../base/errors.ts'

/**
 * Requires a directory that does not exist yet or is empty.
 * @throws CatalogError kind `conflict`
 */
export async function requireEmptyFolder(path: string): Promise<void> {
  const names = await listEntries(path)
  if (names.length === 0) return
  if (names.includes(UNFINISHED_RESTORE)) throw unfinishedRestore(path)
  throw conflict(`${path} is not empty. Name a new directory.`)
}

export function unfinishedRestore(data: string): CatalogError {
  return conflict(
    `${data} contains an unfinished restore. Delete the directory and restore again, unless it is still running.`,
  )
}

async function listEntries(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    throw code === 'ENOTDIR' ? conflict(`${path} is not a directory.`) : error
  }
}
