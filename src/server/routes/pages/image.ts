import { getImage } from '../../../core/queries/images.ts'
import { getSiteName } from '../../../core/queries/site-name.ts'
import { findBrowserSession } from '../../oauth/browser-session.ts'
import { renderImagePage } from '../../pages/image.ts'
import { cachedPage } from '../../pages/responses.ts'
import { parseId } from '../../parse-id.ts'
import { presentImagePage } from '../../presenters/image-page.ts'
import { route } from '../../route.ts'

export const imagePageRoute = route({
  method: 'GET',
  path: '/:id/',
  // Other pages' paths have one segment, too.
  pathPattern: /^\/(\d+)\/?$/,
  summary: 'Show the page of an image',
  responses: cachedPage,
  async handle(request) {
    const { catalog, params, links } = request
    const [session, siteName, image] = await Promise.all([
      findBrowserSession(request),
      getSiteName(catalog.reads),
      getImage(catalog.reads, parseId(params.id, 'Image'), 'public'),
    ])
    return renderImagePage({ ...presentImagePage(image, links), session, siteName, links })
  },
})
