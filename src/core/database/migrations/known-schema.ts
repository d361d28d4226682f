import { CatalogError, MOVE_TO_THIS_VERSION } from '../../base/errors.ts'

/**
 * Requires a schema that this version of the program created, can migrate or can use: the first of the known migrations, in
 * their order, or all of them and expansions of later versions.
 * @param expansions names of applied migrations
 * @throws CatalogError kind `unavailable`
 */
export function requireKnownSchema(
  applied: readonly string[],
  known: readonly string[],
  expansions: ReadonlySet<string> = new Set(),
): void {
  const isUsable = (name: string, index: number): boolean =>
    index < known.length ? name === known[index] : expansions.has(name)
  if (!applied.every(isUsable)) throw otherVersion(applied.at(-1))
}

/** Creates the error of a database that another version of the program created or migrated. */
export function otherVersion(newest = '(none)'): CatalogError {
  const message = `The database has the schema ${newest} of another version of catalog.`
  return new CatalogError('unavailable', message, { hint: MOVE_TO_THIS_VERSION })
}

/** Creates the error of a file without migrations, which no version of the program made. */
export function notADatabase(): CatalogError {
  return new CatalogError('unavailable', 'The file is not a database of catalog.')
}
