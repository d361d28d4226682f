import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { hasHiddenCharacters } from '../model/text.ts'
import { BadField } from './line-error.ts'
import { filesFolder } from './dump-folder.ts'

/** What an image's line says of its file. */
export interface FileEntry {
  path: string
  content_type: string
  sha256?: string | null | undefined
  size?: number | null | undefined
}

/** Where the files of a dump are, and how large one may be. */
export interface DumpedFiles {
  directory: string
  /** Bytes. */
  maxUpload: number
}

/** Segments joined by slashes, none of them empty, `.` or `..`; no backslash, which other systems read as a slash. */
const INSIDE = /^(?!\.{1,2}(?:\/|$))[^/\\]+(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)*$/

/**
 * Finds the file on this machine. No part of its path below the dump's folder may be a symbolic link, `files`
 * included: a dump from elsewhere could name any file of this machine by one.
 * @throws BadField when it is missing, outside of the dump, no file, too large or of another size
 */
export async function requireDumpedFile(dump: DumpedFiles, entry: FileEntry): Promise<string> {
  if (!INSIDE.test(entry.path) || hasHiddenCharacters(entry.path)) throw outside(entry.path)
  const plain = join(filesFolder(await realpath(dump.directory)), entry.path)
  const path = await realPathOf(plain, entry.path)
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

function linked(path: string): BadField {
  return new BadField(
    'file.path',
    `files/${path} leads through a symbolic link; copy the file itself into the dump`,
  )
}
