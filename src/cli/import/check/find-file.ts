import { isAbsolute, join, normalize, parse, relative, resolve } from 'node:path'
import { PICTURE_FORMATS } from '../../../core/model/picture-format.ts'
import { listFolder, type FolderListing } from './folder-listing.ts'
import { findClosestMatch } from '../../closest-match.ts'
import { isWithin, findTargetOutside } from './path-containment.ts'

/** Where a file of the manifest is, or why it is not. */
export type FoundFile =
  | { path: string; differs?: 'case' | 'unicode_form' }
  | { missing: true; suggestion: string | undefined }
  | { outside: true; link?: BadLink }

/** A symbolic link out of the folders that are searched. */
export interface BadLink {
  root: string
  /** Where it leads to. */
  target: string
}

/** Searching for what was meant takes long in a large folder, and so many suggestions nobody reads. */
const MAX_SUGGESTIONS = 200

export type FileFinder = (name: string) => Promise<FoundFile>

/**
 * Looks files up below the given folders. A name that differs only in the form of its Unicode
 * characters, or in case where that is unambiguous, is found too: systems disagree about both.
 */
export function createFileFinder(roots: readonly string[]): FileFinder {
  const listings = new Map<string, Promise<FolderListing>>()
  const list = (folder: string): Promise<FolderListing> => {
    const known = listings.get(folder) ?? listFolder(folder)
    listings.set(folder, known)
    return known
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

/** A file that vanishes meanwhile is reported by whatever reads it next. */
async function checkLinkTarget(
  found: FoundFile & { path: string },
  root: string,
  roots: readonly string[],
): Promise<FoundFile> {
  const target = await findTargetOutside(found.path, roots).catch(() => undefined)
  return target === undefined ? found : { outside: true, link: { root, target } }
}

/** The path's parts below a root; undefined when it leads out of all of them. */
function splitBelowRoot(name: string, roots: readonly string[]): string[] | undefined {
  const path = name.replaceAll('\\', '/')
  const below = isAbsolute(path) ? pathBelowRoot(path, roots) : normalize(path)
  const parts = below?.split(/[/\\]/).filter((part) => part !== '' && part !== '.')
  return parts === undefined || parts.includes('..') ? undefined : parts
}

function pathBelowRoot(path: string, roots: readonly string[]): string | undefined {
  const root = roots.find((root) => isWithin(normalize(path), resolve(root)))
  return root && relative(resolve(root), normalize(path))
}

/** Where the search ended: no such part among these names. */
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
  const form = listing.findSameNormalization(part)
  if (form !== undefined) return { name: form, differs: 'unicode_form' }
  const letters = listing.findSameLetters(part)
  return letters === undefined ? undefined : { name: letters, differs: 'case' }
}

/** `scan-7` or `scan-7.jpg` where there is a `scan-7.tif`. */
function findSameStem(part: string, names: ReadonlySet<string>): string | undefined {
  const wanted = new Set([foldName(part), foldName(parse(part).name)])
  return [...names].toSorted().find((name) => {
    const { name: stem, ext } = parse(name)
    return EXTENSIONS.has(ext.toLowerCase()) && wanted.has(foldName(stem))
  })
}

function foldName(name: string): string {
  return name.normalize().toLowerCase()
}

/** Of pictures, so that a file beside one is not suggested for it. */
const EXTENSIONS = new Set(
  PICTURE_FORMATS.map(({ extension }) => `.${extension}`).concat('.jpeg', '.tiff'),
)

function suggest(root: string, { folder, part, names }: MissingPart): string | undefined {
  const name = findSameStem(part, names) ?? findClosestMatch(part, names)
  return name === undefined ? undefined : relative(root, join(folder, name))
}
