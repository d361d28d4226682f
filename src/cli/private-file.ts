import { closeSync, openSync } from 'node:fs'

/** Makes an empty file that only its owner may read, where there is none: SQLite would ask the umask. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}
