import { realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'

/** Whether a path is the folder itself or lies below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/**
 * Resolves symbolic links: a manifest from another person may include links to any file of this computer.
 * @returns the real path if it lies outside of all these folders, else undefined
 */
export async function findTargetOutside(
  path: string,
  folders: readonly string[],
): Promise<string | undefined> {
  const real = await realpath(path)
  if (folders.some((folder) => isWithin(real, folder))) return undefined
  const realFolders = await Promise.all(folders.map(async (folder) => await realpath(folder)))
  return realFolders.some((folder) => isWithin(real, folder)) ? undefined : real
}

/** Returns the parent folders of a file before and after resolving symbolic links. */
export async function listParentFolders(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => path)
  return [...new Set([dirname(path), dirname(real)])]
}
