import { getImage } from '../../../core/queries/images.ts'
import { getSiteName } from '../../../core/queries/site-name.ts'
import { findBrowserSession } from '../../oauth/browser-session.ts'
import { renderImagePage } from '../../pages/image.ts'
import { cachedPage } from '../../pages/responses.ts'
import { parseId } from '../../parse-id.ts'
import { presentImageDetail } from '../../presenters/image-detail.ts'
import { presentShownPicture } from '../../presenters/shown-picture.ts'
import { manifestUrl } from '../../presentation-urls.ts'
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
    return renderImagePage({
      image: presentImageDetail(image, { links, sign: refuseToSign, visibility: 'public' }),
      picture: presentShownPicture(image, links),
      processing: image.processing,
      manifestUrl: manifestUrl(links, image.id),
      session,
      siteName,
      links,
    })
  },
})

function refuseToSign(): never {
  throw new Error('The URL of a public file needs no key.')
}
