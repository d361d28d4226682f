import { conflict, notFound } from '../base/errors.ts'
import type { GeoreferenceKind } from './georeference-kind.ts'

/**
 * Requires that a user may validate a georeference: one that exists and that another user made.
 * @throws CatalogError kind `not_found` or `conflict`
 */
export function requireValidatable<Made extends { user_id: number }>(
  made: Made | undefined,
  { table, id, userId }: { table: GeoreferenceKind; id: number; userId: number },
): asserts made is Made {
  if (!made) throw notFound(`The ${table} ${id} does not exist.`)
  if (made.user_id === userId) {
    throw conflict(`The ${table} ${id} was made by the same user. Another user must validate it.`)
  }
}
