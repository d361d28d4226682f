import { invalid } from '../../../core/errors.ts'
import { toSlug } from '../../../core/model/slug.ts'

/**
 * The slug that was given, else the one made from the name.
 * @throws CatalogError kind `invalid` when the name has no letter or digit that can stand in one
 */
export function chooseSlug({ name, slug = toSlug(name) }: { name: string; slug?: string }): string {
  if (slug !== '') return slug
  throw invalid(
    '--slug',
    `none can be made from ${JSON.stringify(name)}; say one, of a-z, 0-9 and -`,
  )
}
