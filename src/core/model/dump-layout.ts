/** The layout of a dump, which docs/dump.md describes. */

export const LINES_FILE = 'catalog.ndjson'

/** The path of an original below `files/`. Its name is the id of the image; mirrors add a part of the digest. */
export function toDumpedPath(name: number | string, extension: string): string {
  return `images/${name}.${extension}`
}
