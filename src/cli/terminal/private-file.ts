import { closeSync, openSync } from 'node:fs'

/** Creates an empty file of mode 0600 unless it exists. SQLite would create it with the umask's mode. */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}
