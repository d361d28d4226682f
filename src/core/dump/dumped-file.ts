import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BadField } from './line-error.ts'
import { filesFolder } from './dump-folder.ts'

/** The `file` field of an image line. */
export interface FileEntry {
  path: string
  content_type: string
  sha256?: string | null | undefined
  size?: number | null | undefined
}

/** The folder of a dump, and the size limit of its files. */
export interface DumpedFiles {
  directory: string
  /** Bytes. */
  maxUpload: number
}

/** Segments joined by slashes; none empty, `.` or `..`. No backslashes, which are separators on other systems. */
const INSIDE = /^(?!\.{1,2}(?:\/|$))[^/\\]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)*$/
/** Control characters, separators, and characters that override or isolate the text direction. */
const STEERING = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/u

/**
 * Finds the file in the dump. No part of its path below the dump folder, including `files`, may be a symbolic link:
 * a link in a foreign dump could point to any file of this host.
 * @throws BadField if it is missing, outside the dump, not a file, too large or of another size
 */
export async function requireDumpedFile(dump: DumpedFiles, entry: FileEntry): Promise<string> {
  if (!INSIDE.test(entry.path) || STEERING.test(entry.path)) throw outside(entry.path)
  const plain = join(filesFolder(await realpath(dump.directory)), entry.path)
  const path = await resolvePath(plain, entry.path)
  if (path !== plain) throw linked(entry.path)
  const found = await stat(path)
  if (!found.isFile()) throw new BadField('file.path', `${entry.path} is not a file`)
  requireSize(found.size, entry, dump.maxUpload)
  return path
}

function requireSize(size: number, entry: FileEntry, most: number): void {
  if (size === 0) throw new BadField('file.path', `${entry.path} is empty`)
  if (size > most) {
    const limit = `more than the ${most} that CATALOG_MAX_UPLOAD allows`
    throw new BadField('file.path', `${entry.path} has ${size} bytes, ${limit}`)
  }
  if ((entry.size ?? size) === size) return
  throw new BadField('file.size', `should be ${size}, the size of ${entry.path}, not ${entry.size}`)
}

async function resolvePath(path: string, written: string): Promise<string> {
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

function linked(path: string): BadField {
  return new BadField(
    'file.path',
    `files/${path} leads through a symbolic link; copy the file itself into the dump`,
  )
}
