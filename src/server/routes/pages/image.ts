import { getImage } from '../../../core/queries/images.ts'
import { getViewingCone } from '../../../core/queries/viewing-cone.ts'
import { findBasemap } from '../../basemap/find-basemap.ts'
import { createImagePage } from '../../pages/image.ts'
import { parseId } from '../../parse-id.ts'
import { presentImagePage } from '../../presenters/image-page.ts'
import { pageRoute } from './page-route.ts'

export const imagePageRoute = pageRoute({
  path: '/:id/',
  // Other pages' paths have one segment, too.
  pathPattern: /^\/(\d+)\/?$/,
  mayLag: true,
  summary: 'Show the page of an image',
  async show(visit, { catalog, params, links }) {
    const [image, viewingCone, basemap] = await Promise.all([
      getImage(catalog.reads, parseId(params.id, 'Image'), 'public'),
      getViewingCone(catalog.reads),
      findBasemap(catalog.config, links),
    ])
    return createImagePage({ ...presentImagePage(image, links, viewingCone), visit, basemap })
  },
})
