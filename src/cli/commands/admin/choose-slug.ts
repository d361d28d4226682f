import { invalid } from '../../../core/base/errors.ts'
import { toSlug } from '../../../core/model/slug.ts'

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
