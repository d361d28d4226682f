import { constants } from 'node:fs'
import { chmod, copyFile, link, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder } from '../storage/disk/make-folder.ts'
import { computeDigest, type FileDigest } from '../storage/digests.ts'
import { isMissingFile } from '../storage/missing-files.ts'
import { CANNOT_LINK } from '../storage/object-files.ts'
import { FILE, FOLDER } from '../storage/modes.ts'
import type { StoredListLine } from './stored-list.ts'

/** A file of an earlier backup with the same key, and therefore with the same content. */
export interface EarlierFile {
  path: string
  line: StoredListLine
}

export interface PlacedFile extends FileDigest {
  how: 'linked' | 'copied'
}

/**
 * Creates a hard link to a stored file, or copies it if the file system or another one allows none. Stored files are never
 * written again, so a link is as good as a copy unless the disk fails. The content of a file that the earlier backup links
 * to as well is not read again. On another file system, the earlier copy is linked instead of copying again.
 * @returns undefined if there is no such file
 */
export async function placeFile(
  from: string,
  to: string,
  earlier: EarlierFile | undefined,
): Promise<PlacedFile | undefined> {
  await makeFolder(dirname(to), FOLDER)
  const known = earlier && toKnownFile(earlier)
  try {
    if (await tryLink(from, to)) {
      const isKnown = known && (await isSameFile(known.path, to))
      return { ...(isKnown ? known.digest : await computeDigest(to)), how: 'linked' }
    }
    if (known && (await linkEarlierCopy(from, to, known))) return { ...known.digest, how: 'linked' }
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    await chmod(to, FILE)
    return { ...(await computeDigest(to)), how: 'copied' }
  } catch (error) {
    if (!isMissingFile(error)) throw error
    return undefined
  }
}

interface KnownFile {
  path: string
  digest: FileDigest
}

function toKnownFile({ path, line }: EarlierFile): KnownFile | undefined {
  return 'missing' in line ? undefined : { path, digest: { size: line.size, sha256: line.sha256 } }
}

async function linkEarlierCopy(from: string, to: string, { path, digest }: KnownFile) {
  const isComplete = (await hasSize(path, digest.size)) && (await hasSize(from, digest.size))
  return isComplete && (await tryLink(path, to))
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to)
    return true
  } catch (error) {
    if (!CANNOT_LINK.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return false
  }
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([statOf(one), statOf(other)])
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

async function hasSize(path: string, size: number): Promise<boolean> {
  return (await statOf(path))?.size === BigInt(size)
}

async function statOf(path: string) {
  return await stat(path, { bigint: true }).catch(() => undefined)
}

/** Returns where an object is below a data directory or a backup. */
export function objectPath(folder: string, key: string): string {
  return join(objectsFolder(folder), key)
}

export function objectsFolder(folder: string): string {
  return join(folder, 'objects')
}
