import type { Catalog } from '../../../../core/catalog.ts'
import { getImage } from '../../../../core/queries/images.ts'
import { findMapHints } from '../../../../core/queries/map-hints.ts'
import { getViewingCone } from '../../../../core/queries/viewing-cone.ts'
import { findBasemap } from '../../../basemap/find-basemap.ts'
import type { Links } from '../../../links.ts'
import type { Scope } from '../../../pages/editor/scope.ts'
import type { Visit } from '../../../pages/visit.ts'
import { presentImagePage } from '../../../presenters/image-page.ts'
import { presentMapStart } from '../../../presenters/map-start.ts'
import { findScopeNames } from './scope-filter.ts'

/**
 * Reads what both editors show of a public image, in the language of the visit.
 * @throws CatalogError kind `not_found`
 */
export async function readEditor(
  { catalog, links }: { catalog: Catalog; links: Links },
  { visit, id, scope }: { visit: Pick<Visit, 'language'>; id: number; scope: Scope },
) {
  const row = await getImage(catalog.reads, id, 'public')
  const subjectIds = row.subjects.map((subject) => subject.id)
  const [viewingCone, basemap, hints, scopeNames] = await Promise.all([
    getViewingCone(catalog.reads),
    findBasemap(catalog.config, links),
    findMapHints(catalog, { collectionId: row.collection_id, subjectIds }),
    findScopeNames(catalog.reads, scope),
  ])
  const presented = presentImagePage(row, links, { language: visit.language, viewingCone })
  const start = presentMapStart(presented.image, hints)
  return { ...presented, basemap, viewingCone, start, scope, scopeNames }
}
