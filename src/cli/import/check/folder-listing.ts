import { readdir } from 'node:fs/promises'

/** The names in one folder, found in any spelling that a system may have made of them. */
export interface FolderListing {
  readonly names: ReadonlySet<string>
  /** The only name that is the same but for the form of its Unicode characters. */
  findSameNormalization(name: string): string | undefined
  /** The only name that is the same but for that and capitals. */
  findSameLetters(name: string): string | undefined
}

/** Lists a folder; one that can't be read is empty. */
export async function listFolder(path: string): Promise<FolderListing> {
  const names = new Set(await readdir(path).catch(() => []))
  return {
    names,
    findSameNormalization: createIndex(names, (name) => name.normalize()),
    findSameLetters: createIndex(names, (name) => name.normalize().toLowerCase()),
  }
}

/** Made when it is first needed: in most folders every name is found as it is written. */
function createIndex(
  names: ReadonlySet<string>,
  spell: (name: string) => string,
): (name: string) => string | undefined {
  let spelled: Map<string, string[]> | undefined
  return (name) => {
    spelled ??= Map.groupBy(names, spell)
    const same = spelled.get(spell(name)) ?? []
    return same.length === 1 ? same[0] : undefined
  }
}
