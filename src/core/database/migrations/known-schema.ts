import { CatalogError, MOVE_TO_THIS_VERSION } from '../../base/errors.ts'

/**
 * Requires a schema that this version of the program created or can migrate: the first of the known migrations, in their order.
 * @throws CatalogError kind `unavailable`
 */
export function requireKnownSchema(applied: readonly string[], known: readonly string[]): void {
  if (!applied.every((name, index) => name === known[index])) throw otherVersion(applied.at(-1))
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
