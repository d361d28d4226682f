import { readdir } from 'node:fs/promises'
import { isAbsolute, join, normalize, parse, relative, resolve } from 'node:path'
import { PICTURE_FORMATS } from '../../../core/model/picture-format.ts'
import { isWithin, findTargetOutside } from '../../tables/path-containment.ts'
import { findClosestMatch } from '../../terminal/closest-match.ts'

/** The file names of a folder. */
interface FolderListing {
  readonly names: ReadonlySet<string>
  /** Finds the name that differs only in Unicode normalization; undefined if none or several do. */
  findSameNormalization(name: string): string | undefined
  /** Finds the name that differs only in Unicode normalization and case; undefined if none or several do. */
  findSameLetters(name: string): string | undefined
}

/** Lists a folder. An unreadable folder counts as empty. */
async function listFolder(path: string): Promise<FolderListing> {
  const names = new Set(await readdir(path).catch(() => []))
  return {
    names,
    findSameNormalization: createIndex(names, (name) => name.normalize()),
    findSameLetters: createIndex(names, (name) => name.normalize().toLowerCase()),
  }
}

/** Creates the index on first use: most folders need none. */
function createIndex(
  names: ReadonlySet<string>,
  normalize: (name: string) => string,
): (name: string) => string | undefined {
  let byNormalizedName: Map<string, string[]> | undefined
  return (name) => {
    byNormalizedName ??= Map.groupBy(names, normalize)
    const same = byNormalizedName.get(normalize(name)) ?? []
    return same.length === 1 ? same[0] : undefined
  }
}

/** The path of a file that the manifest names, or why it was not found. */
export type FoundFile =
  | { path: string; differs?: 'case' | 'unicode_form' }
  | { missing: true; suggestion: string | undefined }
  | { outside: true; link?: BadLink }

/** A symbolic link that leads out of the searched folders. */
export interface BadLink {
  root: string
  target: string
}

/** Computing a suggestion is slow in large folders. */
const MAX_SUGGESTIONS = 200

export type FileFinder = (name: string) => Promise<FoundFile>

/**
 * Creates a finder for files in these folders. It also finds a name that differs only in Unicode normalization
 * or case, if exactly one file matches: operating systems treat both differently.
 */
export function createFileFinder(roots: readonly string[]): FileFinder {
  const listings = new Map<string, Promise<FolderListing>>()
  const list = (folder: string): Promise<FolderListing> => {
    const listing = listings.get(folder) ?? listFolder(folder)
    listings.set(folder, listing)
    return listing
  }
  let suggestions = 0
  return async (name) => {
    const parts = splitBelowRoot(name, roots)
    if (parts === undefined) return { outside: true }
    let suggestion: string | undefined
    for (const root of roots) {
      const found = await findBelow(root, parts, list)
      if ('path' in found) return await checkLinkTarget(found, root, roots)
      if (suggestions < MAX_SUGGESTIONS) suggestion ??= suggest(root, found)
    }
    suggestions += 1
    return { missing: true, suggestion }
  }
}

/** Ignores a file that was deleted since: reading it reports the error. */
async function checkLinkTarget(
  found: FoundFile & { path: string },
  root: string,
  roots: readonly string[],
): Promise<FoundFile> {
  const target = await findTargetOutside(found.path, roots).catch(() => undefined)
  return target === undefined ? found : { outside: true, link: { root, target } }
}

/** Splits a path into its parts relative to a root; undefined if it lies outside of all roots. */
function splitBelowRoot(name: string, roots: readonly string[]): string[] | undefined {
  const path = name.replaceAll('\\', '/')
  const relativePath = isAbsolute(path) ? pathBelowRoot(path, roots) : normalize(path)
  const parts = relativePath?.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  return parts === undefined || parts.includes('..') ? undefined : parts
}

function pathBelowRoot(path: string, roots: readonly string[]): string | undefined {
  const root = roots.find((root) => isWithin(normalize(path), resolve(root)))
  return root && relative(resolve(root), normalize(path))
}

/** The part of a path that does not exist in its folder. */
interface MissingPart {
  folder: string
  part: string
  names: ReadonlySet<string>
}

async function findBelow(
  root: string,
  parts: readonly string[],
  list: (folder: string) => Promise<FolderListing>,
): Promise<{ path: string; differs?: 'case' | 'unicode_form' } | MissingPart> {
  let path = root
  let differs: 'case' | 'unicode_form' | undefined
  for (const part of parts) {
    const listing = await list(path)
    const match = matchName(part, listing)
    if (match === undefined) return { folder: path, part, names: listing.names }
    differs = match.differs ?? differs
    path = join(path, match.name)
  }
  return { path, ...(differs && { differs }) }
}

interface Match {
  name: string
  differs?: 'case' | 'unicode_form'
}

function matchName(part: string, listing: FolderListing): Match | undefined {
  if (listing.names.has(part)) return { name: part }
  const normalized = listing.findSameNormalization(part)
  if (normalized !== undefined) return { name: normalized, differs: 'unicode_form' }
  const letters = listing.findSameLetters(part)
  return letters === undefined ? undefined : { name: letters, differs: 'case' }
}

/** Finds `scan-7.tif` for `scan-7` or `scan-7.jpg`. */
function findSameStem(part: string, names: ReadonlySet<string>): string | undefined {
  const stems = new Set([foldName(part), foldName(parse(part).name)])
  return [...names].toSorted().find((name) => {
    const { name: stem, ext } = parse(name)
    return EXTENSIONS.has(ext.toLowerCase()) && stems.has(foldName(stem))
  })
}

function foldName(name: string): string {
  return name.normalize().toLowerCase()
}

/** Only images are suggested, not other files beside them. */
const EXTENSIONS = new Set(
  PICTURE_FORMATS.map(({ extension }) => `.${extension}`).concat('.jpeg', '.tiff'),
)

function suggest(root: string, { folder, part, names }: MissingPart): string | undefined {
  const name = findSameStem(part, names) ?? findClosestMatch(part, names)
  return name === undefined ? undefined : relative(root, join(folder, name))
}
