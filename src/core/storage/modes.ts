import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** Mode of the database, locks and secrets: accessible to the owner only. */
export const PRIVATE_FILE = 0o600

/** Modes of other files and folders: the group may read, such as a web server or a backup program. */
export const FILE = 0o640
export const FOLDER = 0o750

/** Creates an empty file that only its owner may access, or removes the permissions of others from a file. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  tighten(path, PRIVATE_FILE)
}

/** Removes all permissions but `allowed` from a file or folder; ignores one that another user owns. */
export function tighten(path: string, allowed: number): void {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o777 & ~allowed) !== 0) chmodSync(path, (mode & 0o7000) | (mode & allowed))
  } catch {
    // `catalog doctor` warns of files with too many permissions.
  }
}
