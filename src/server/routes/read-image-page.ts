import { createFileKey, type OriginalVersion } from '../../core/auth/file-key.ts'
import type { Catalog } from '../../core/catalog/catalog.ts'
import { findUsersWithPage } from '../../core/queries/people/contributors.ts'
import { getImage } from '../../core/queries/images/images.ts'
import { getViewingCone } from '../../core/queries/settings/viewing-cone.ts'
import type { Links } from '../http/links.ts'
import { getVisitorVisibility, type Visit } from '../pages/visit.ts'
import { listAuthorIds } from '../presenters/history.ts'
import { presentImagePage } from '../presenters/image-page.ts'

/**
 * Reads what pages show of an image that the visitor sees.
 * @throws CatalogError kind `not_found`
 */
export async function readImagePage(
  { catalog, links }: { catalog: Catalog; links: Links },
  { visit, id }: { visit: Pick<Visit, 'session' | 'language'>; id: number },
) {
  const { reads, signingKeys, clock } = catalog
  const { session, language } = visit
  const row = await getImage(reads, id, getVisitorVisibility(visit))
  // Public files need no key, and others see public images only.
  const holder = { userId: session?.userId ?? 0, now: clock.now() }
  const sign = (original: OriginalVersion) => createFileKey(signingKeys.current(), original, holder)
  const [viewingCone, usersWithPage] = await Promise.all([
    getViewingCone(reads),
    findUsersWithPage(reads, listAuthorIds(row)),
  ])
  return {
    ...presentImagePage(row, links, { sign, language, viewingCone, usersWithPage }),
    viewingCone,
    /** Whether searches can compare what it shows with other pictures. */
    isComparable: row.picture !== null,
  }
}
