import { conflict } from '../../base/errors.ts'
import {
  CHANGED_MEANWHILE,
  listCollisions,
  type SeenEdit,
  type Values,
} from '../../model/seen-values.ts'

/** @throws CatalogError kind `conflict` with code `changed_meanwhile` that names the members that others changed */
export function requireUnchanged(seen: SeenEdit, current: Values): void {
  const names = listCollisions(seen.changed, { ...seen, current })
  if (names.length === 0) return
  throw conflict([CHANGED_MEANWHILE, names], { code: CHANGED_MEANWHILE })
}
