import { getImage } from '../../../core/queries/images/images.ts'
import { searchSimilar } from '../../../core/queries/searches/search.ts'
import { createSimilarPage } from '../../pages/image/similar.ts'
import { parseId } from '../../http/parse-id.ts'
import { presentRankedResults } from '../../presenters/search.ts'
import { addPlaceStatus } from './add-place-status.ts'
import { pageRoute } from './page-route.ts'

/** Two rows of thumbnails. */
const SIMILAR = 12

export const similarPageRoute = pageRoute({
  path: '/:id/similar/',
  pathPattern: /^\/(\d+)\/similar\/?$/,
  summary: 'Show the images that look like an image',
  errorResponses: {
    409: 'The embedding model has not processed the image yet.',
    503: 'No embedding model can be used, or too many searches are waiting.',
  },
  async show(visit, { catalog, params, links, clientAddress, disconnectSignal }) {
    const image = await getImage(catalog.reads, parseId(params.id, 'Image'), 'public')
    const search = { imageId: image.id, filter: {}, page: { number: 1, size: SIMILAR } }
    const found = await searchSimilar(catalog, search, clientAddress(), disconnectSignal())
    const shown = { page: 1, page_size: SIMILAR, links, language: visit.language }
    const { results } = presentRankedResults(found, String(image.id), shown)
    const pictures = await addPlaceStatus(catalog, results)
    return createSimilarPage(visit, { image, pictures })
  },
})
