import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { BadField } from './line-error.ts'
import { filesFolder } from './dump-folder.ts'

/** What an image's line says of its file. */
export interface FileEntry {
  path: string
  content_type: string
  sha256?: string | null | undefined
  size?: number | null | undefined
}

/** Segments joined by slashes, none of them empty, `.` or `..`; no backslash, which other systems read as a slash. */
const INSIDE = /^(?!\.{1,2}(?:\/|$))[^/\\]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)*$/

/**
 * Where the file lies on this machine.
 * @throws BadField when it is not there, lies outside of the dump, is no file or has another size
 */
export async function requireDumpedFile(directory: string, entry: FileEntry): Promise<string> {
  if (!INSIDE.test(entry.path)) throw outside(entry.path)
  const folder = filesFolder(directory)
  const path = await realPathOf(join(folder, entry.path), entry.path)
  if (!path.startsWith((await realpath(folder)) + sep)) throw outside(entry.path)
  const found = await stat(path)
  if (!found.isFile()) throw new BadField('file.path', `${entry.path} is not a file`)
  requireSize(found.size, entry)
  return path
}

function requireSize(size: number, entry: FileEntry): void {
  if (size === 0) throw new BadField('file.path', `${entry.path} is empty`)
  if ((entry.size ?? size) === size) return
  throw new BadField('file.size', `should be ${size}, the size of ${entry.path}, not ${entry.size}`)
}

/** Follows symbolic links, so that none leads out of the dump. */
async function realPathOf(path: string, written: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new BadField('file.path', `there is no file files/${written} in the dump`)
    }
    throw error
  }
}

function outside(path: string): BadField {
  return new BadField('file.path', `should stay below files/, and ${JSON.stringify(path)} does not`)
}
