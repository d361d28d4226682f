import { invalid } from '../../../core/errors.ts'
import type { DataOption } from './with-catalog.ts'

/** Options of the commands that edit a source or a collection. */
export interface EditOptions extends DataOption {
  name?: string
  slug?: string
  siteUrl?: string
  description?: string
}

/**
 * Returns the members to change, under the names of the schemas.
 * @throws CatalogError kind `invalid` if there are none
 */
export function selectEdits({ name, slug, siteUrl: url, description }: EditOptions) {
  const given = Object.entries({ name, slug, url, description })
  const edits = given.filter(([, value]) => value !== undefined)
  if (edits.length > 0) return Object.fromEntries(edits)
  throw invalid('edit', 'requires --name, --slug, --site-url or --description')
}
