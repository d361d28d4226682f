import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'
import { describeUnusableFiles, readOwner } from './data-owner.ts'

const { R_OK, W_OK, X_OK } = constants

/**
 * Explains to the administrator which file or folder this user may not use, if that is why a system call failed.
 * @returns undefined if the error has another cause
 */
export function describeUnusablePath(
  error: unknown,
): { message: string; hint: string } | undefined {
  const { code, path, dest } = error as NodeJS.ErrnoException & { dest?: string }
  if (code !== 'EACCES') return undefined
  const paths = [path, dest].filter((each) => each !== undefined)
  const found = paths.map(findUnusable).find((each) => each !== undefined)
  const owner = found === undefined ? undefined : readOwner(found)
  if (found === undefined || owner === undefined) return undefined
  return describeUnusableFiles(found, [{ path: found, owner }])
}

/** Finds the first folder of a path that this user may not pass, or else what it may not read or write. */
function findUnusable(path: string): string | undefined {
  const folders = listFolders(path)
  const parts: [path: string, mode: number][] = [
    ...folders.map((folder): [string, number] => [folder, X_OK]),
    [path, R_OK],
    [path, W_OK],
    [dirname(path), W_OK],
  ]
  return parts.find((part) => isRefused(...part))?.[0]
}

/** Lists the folders that lead to a path, the outermost first. */
function listFolders(path: string): string[] {
  const folder = dirname(path)
  return folder === path ? [] : [...listFolders(folder), folder]
}

function isRefused(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}
