import type { Catalog } from '../../../core/catalog.ts'
import { getChosenModel } from '../../../core/queries/chosen-model.ts'
import { getImage } from '../../../core/queries/images.ts'
import { findNearby } from '../../../core/queries/nearby.ts'
import { findNeighbors } from '../../../core/queries/neighbors.ts'
import { getViewingCone } from '../../../core/queries/viewing-cone.ts'
import { findBasemap } from '../../basemap/find-basemap.ts'
import { createImagePage } from '../../pages/image/page.ts'
import { formatDistance } from '../../pages/parts/distance.ts'
import type { Picture } from '../../pages/parts/pictures.ts'
import type { Visit } from '../../pages/visit.ts'
import { parseId } from '../../parse-id.ts'
import { presentImagePage, type PresentedImagePage } from '../../presenters/image-page.ts'
import { presentImage } from '../../presenters/image.ts'
import { pageRoute } from './page-route.ts'

/** A row of thumbnails. */
const NEARBY = 6

export const imagePageRoute = pageRoute({
  path: '/:id/',
  // Other pages' paths have one segment, too.
  pathPattern: /^\/(\d+)\/?$/,
  mayLag: true,
  summary: 'Show the page of an image',
  async show(visit, { catalog, params, links }) {
    const { reads, config } = catalog
    const image = await getImage(reads, parseId(params.id, 'Image'), 'public')
    const viewingCone = await getViewingCone(reads)
    const { language } = visit
    const presented = presentImagePage(image, links, { language, viewingCone })
    const [neighbors, nearby, model, basemap] = await Promise.all([
      findNeighbors(reads, { id: image.id, collectionId: image.collection_id }),
      listNearby(visit, catalog, presented),
      getChosenModel(reads),
      findBasemap(config, links),
    ])
    const hasSimilar = model !== null && image.picture !== null
    return createImagePage(visit, { ...presented, neighbors, nearby, hasSimilar, basemap })
  },
})

async function listNearby(
  { language, links, messages }: Visit,
  { reads }: Pick<Catalog, 'reads'>,
  { image, placement }: PresentedImagePage,
): Promise<Picture[]> {
  if (!placement) return []
  const search = { imageId: image.id, position: placement, limit: NEARBY }
  const images = await findNearby(reads, search)
  return images.map((found) => ({
    ...presentImage(found, links, language),
    note: messages.search.metersAway(formatDistance(language, found.distance)),
  }))
}
