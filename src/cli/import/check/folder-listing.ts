import { readdir } from 'node:fs/promises'

/** The file names of a folder. */
export interface FolderListing {
  readonly names: ReadonlySet<string>
  /** Finds the name that differs only in Unicode normalization; undefined if none or several do. */
  findSameNormalization(name: string): string | undefined
  /** Finds the name that differs only in Unicode normalization and case; undefined if none or several do. */
  findSameLetters(name: string): string | undefined
}

/** Lists a folder. An unreadable folder counts as empty. */
export async function listFolder(path: string): Promise<FolderListing> {
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
