import { getImage } from '../../../core/queries/images/images.ts'
import { createEmbedPage } from '../../pages/embed.ts'
import { parseId } from '../../http/parse-id.ts'
import { presentPicturedImage } from '../../presenters/image-page.ts'
import { pageRoute } from './page-route.ts'

export const embedPageRoute = pageRoute({
  path: '/:id/embed/',
  mayLag: true,
  summary: 'Show an image in a frame of another site',
  async show(visit, { catalog, params, links }) {
    const image = await getImage(catalog.reads, parseId(params.id, 'Image'), 'public')
    return createEmbedPage(visit, presentPicturedImage(image, links, { language: visit.language }))
  },
})
