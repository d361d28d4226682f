import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { TextDecoder } from 'node:util'
import { isWithin } from '../../tables/path-containment.ts'

/** A file, or what cannot be read, in the order of the paths. */
export type Entry =
  | { kind: 'file'; path: string; name: string; size: number }
  | { kind: 'problem'; name: string; code: ProblemCode; message: string; isFile: boolean }

export type ProblemCode =
  | 'file.name'
  | 'file.outside_root'
  | 'file.unreadable'
  | 'folder.unreadable'
  | 'folder.too_deep'
  | 'folder.link'

export interface WalkOptions {
  recursive: boolean
  /** Whether to leave out a file or folder of this name. */
  isExcluded(name: string): boolean
}

const MAX_DEPTH = 64

/**
 * Lists the files of a folder, in natural order: `2.jpg` before `10.jpg`. It follows no links to folders, which may
 * form loops, and no links to files outside of the folder. It holds the names of one folder per level in memory.
 */
export async function* walkFolder(root: string, options: WalkOptions): AsyncGenerator<Entry> {
  const realRoot = await realpath(root)
  yield* walk({ root, realRoot, options }, { name: '', depth: 0 })
}

interface Walk {
  root: string
  realRoot: string
  options: WalkOptions
}

/** A folder below the root; `name` is its path from there, with slashes. */
interface Folder {
  name: string
  depth: number
}

async function* walk(walked: Walk, folder: Folder): AsyncGenerator<Entry> {
  const listing = await listEntries(walked, folder)
  if (!Array.isArray(listing)) {
    yield listing
    return
  }
  for (const { entry, name, isReadable } of listing) {
    if (walked.options.isExcluded(name)) continue
    const path = folder.name === '' ? name : `${folder.name}/${name}`
    if (entry.isDirectory()) {
      if (walked.options.recursive)
        yield* enter(walked, { name: path, depth: folder.depth + 1 }, isReadable)
    } else if (entry.isSymbolicLink()) yield* followLink(walked, path)
    else if (entry.isFile()) yield isReadable ? await toFile(walked, path) : reportName(path, true)
  }
}

async function* enter(walked: Walk, folder: Folder, isReadable: boolean): AsyncGenerator<Entry> {
  const { name, depth } = folder
  if (!isReadable) yield reportName(name, false)
  else if (depth <= MAX_DEPTH) yield* walk(walked, folder)
  else {
    const message = `The folder is more than ${MAX_DEPTH} levels deep and was skipped.`
    yield { kind: 'problem', name, code: 'folder.too_deep', message, isFile: false }
  }
}

interface ListedEntry {
  entry: Dirent<Buffer>
  name: string
  /** Whether the name is valid UTF-8. */
  isReadable: boolean
}

async function listEntries({ root }: Walk, { name }: Folder): Promise<ListedEntry[] | Entry> {
  try {
    const entries = await readdir(join(root, name), { withFileTypes: true, encoding: 'buffer' })
    return entries.map(decodeName).sort((one, other) => compareNames(one.name, other.name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (name === '') throw error
    const message = `The folder cannot be read (${code ?? 'unknown error'}) and was skipped.`
    return { kind: 'problem', name, code: 'folder.unreadable', message, isFile: false }
  }
}

function decodeName(entry: Dirent<Buffer>): ListedEntry {
  try {
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(entry.name)
    return { entry, name, isReadable: true }
  } catch {
    return { entry, name: entry.name.toString('utf8'), isReadable: false }
  }
}

/** The root locale, so that the order is the same on every computer. */
const COLLATOR = new Intl.Collator('und', { numeric: true })

function compareNames(one: string, other: string): number {
  return COLLATOR.compare(one, other) || (one < other ? -1 : 1)
}

async function* followLink({ root, realRoot }: Walk, name: string): AsyncGenerator<Entry> {
  const path = join(root, name)
  try {
    const target = await realpath(path)
    const stats = await stat(path)
    if (!isWithin(target, realRoot)) {
      const message = 'The link leads outside of the folder and was not followed.'
      yield { kind: 'problem', name, code: 'file.outside_root', message, isFile: stats.isFile() }
    } else if (stats.isFile()) yield { kind: 'file', path, name, size: stats.size }
    else if (stats.isDirectory()) {
      const message = 'Links to folders are not followed.'
      yield { kind: 'problem', name, code: 'folder.link', message, isFile: false }
    }
  } catch (error) {
    yield reportUnreadable(name, error)
  }
}

async function toFile({ root }: Walk, name: string): Promise<Entry> {
  const path = join(root, name)
  try {
    return { kind: 'file', path, name, size: (await stat(path)).size }
  } catch (error) {
    return reportUnreadable(name, error)
  }
}

/** Creates the entry of a file that cannot be read. */
export function reportUnreadable(name: string, error: unknown): Entry & { kind: 'problem' } {
  const { code } = error as NodeJS.ErrnoException
  const message = `The file cannot be read (${code ?? 'unknown error'}).`
  return { kind: 'problem', name, code: 'file.unreadable', message, isFile: true }
}

function reportName(name: string, isFile: boolean): Entry {
  const what = isFile ? 'file' : 'folder'
  const message = `The name of the ${what} is not valid UTF-8, so no manifest can name it. Rename it.`
  return { kind: 'problem', name, code: 'file.name', message, isFile }
}
