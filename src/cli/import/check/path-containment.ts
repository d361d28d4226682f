import { realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'

/** Whether a path is a folder, or something below it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/**
 * Follows symbolic links: a manifest that came from elsewhere may bring some that lead to any file of this
 * machine.
 * @returns where the path really is, if that is outside of all of these folders
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

/** The folder of a file that a person names, and the one it really is in: they know what they link to. */
export async function listParentFolders(path: string): Promise<string[]> {
  const real = await realpath(path).catch(() => path)
  return [...new Set([dirname(path), dirname(real)])]
}
