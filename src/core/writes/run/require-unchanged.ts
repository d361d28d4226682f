import { conflict } from '../../errors.ts'
import {
  CHANGED_MEANWHILE,
  compareWith,
  listCollisions,
  type Values,
} from '../../model/seen-values.ts'

/**
 * Requires that nobody else has changed the members that an edit changes since its author read the record.
 * @param edit the new values
 * @param previous the values that the author read, as far as they are known
 * @param current the values now
 * @throws CatalogError kind `conflict` with code `changed_meanwhile` that names the members that others changed
 */
export function requireUnchanged(
  edit: Values,
  previous: Values | null | undefined,
  current: Values,
): void {
  const seen = compareWith(edit, previous)
  const names = listCollisions(seen.changed, { ...seen, current })
  if (names.length === 0) return
  throw conflict([CHANGED_MEANWHILE, names], { code: CHANGED_MEANWHILE })
}
