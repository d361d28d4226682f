import { invalid } from '../../core/base/errors.ts'
import { toSlug } from '../../core/model/slug.ts'

/** Options of the commands that edit a source or a collection. */
interface EditOptions {
  name?: string
  slug?: string
  siteUrl?: string
  description?: string
}

/** Returns the members of a source or a collection to change, under the names of the schemas. */
export function selectEdits({ name, slug, siteUrl: url, description }: EditOptions): object {
  const members = { name, slug, url, description }
  return requireEdits('edit', members, '--name, --slug, --site-url or --description')
}

/**
 * Returns the members that are given.
 * @param flags the options that give them, for the error
 * @throws CatalogError kind `invalid` if there are none
 */
export function requireEdits(command: string, members: object, flags: string): object {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  if (given.length > 0) return Object.fromEntries(given)
  throw invalid(command, `requires ${flags}`)
}

/**
 * Returns the given slug, or one derived from the name.
 * @throws CatalogError kind `invalid` if the name has no letters or digits that a slug can contain
 */
export function chooseSlug({ name, slug = toSlug(name) }: { name: string; slug?: string }): string {
  if (slug !== '') return slug
  throw invalid(
    '--slug',
    `cannot be derived from ${JSON.stringify(name)}; specify one that consists of a-z, 0-9 and -`,
  )
}
