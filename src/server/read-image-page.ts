import type { Catalog } from '../core/catalog.ts'
import { findUsersWithPage } from '../core/queries/contributors.ts'
import { getImage } from '../core/queries/images.ts'
import { getViewingCone } from '../core/queries/viewing-cone.ts'
import type { Links } from './links.ts'
import type { Language } from './messages/languages.ts'
import { listAuthorIds } from './presenters/history.ts'
import { presentImagePage } from './presenters/image-page.ts'

/**
 * Reads what pages show of a public image.
 * @throws CatalogError kind `not_found`
 */
export async function readImagePage(
  { catalog: { reads }, links }: { catalog: Pick<Catalog, 'reads'>; links: Links },
  { id, language }: { id: number; language: Language },
) {
  const row = await getImage(reads, id, 'public')
  const [viewingCone, usersWithPage] = await Promise.all([
    getViewingCone(reads),
    findUsersWithPage(reads, listAuthorIds(row)),
  ])
  return {
    ...presentImagePage(row, links, { language, viewingCone, usersWithPage }),
    viewingCone,
    /** Whether searches can compare what it shows with other pictures. */
    isComparable: row.picture !== null,
  }
}
