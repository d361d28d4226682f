import { chmodSync, closeSync, openSync, statSync } from 'node:fs'

/** The owner alone: the database, locks and secrets. */
export const PRIVATE_FILE = 0o600

/** The group may read, for a web server or a backup that is a member of it; others may not. */
export const FILE = 0o640
export const FOLDER = 0o750

/** Makes an empty file that only its owner may read, or takes what others may do from one that is there. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  tighten(path, PRIVATE_FILE)
}

/** Takes all rights but these from a file or folder; leaves it as it is where it belongs to another user. */
export function tighten(path: string, allowed: number): void {
  try {
    const { mode } = statSync(path)
    if ((mode & 0o777 & ~allowed) !== 0) chmodSync(path, (mode & 0o7000) | (mode & allowed))
  } catch {
    // `catalog doctor` warns of what stays open.
  }
}
