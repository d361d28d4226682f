import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isFile, listNames } from './data-owner.ts'

// Without the others, such as the log of security events or the indexes of searches, a server serves nevertheless.
const FILES = /^(?:catalog\.sqlite(?:-wal|-shm)?|.+\.lock\.sqlite|secret|node-id)$/
const FOLDERS = /^(?:objects|tmp)$/

/** Explains to the administrator that a folder has the name of a file of the data directory, or the reverse; undefined if none has. */
export function describeMisplacedFile(data: string): { message: string; hint: string } | undefined {
  for (const name of listNames(data)) {
    const path = join(data, name)
    if (FILES.test(name) && isFolder(path)) return describe(path, 'directory', 'file')
    if (FOLDERS.test(name) && isFile(path)) return describe(path, 'file', 'directory')
  }
  return undefined
}

function describe(path: string, found: string, wanted: string): { message: string; hint: string } {
  return {
    message: `${path} is a ${found}, but should be a ${wanted}.`,
    hint: `Move it away, and put back the ${wanted} that was there, for example from a backup.`,
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
