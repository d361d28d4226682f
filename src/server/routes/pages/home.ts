import { listImages } from '../../../core/queries/images.ts'
import { getStatistics } from '../../../core/queries/statistics.ts'
import { createHomePage } from '../../pages/home.ts'
import { presentImage } from '../../presenters/image.ts'
import { presentStatistics } from '../../presenters/statistics.ts'
import { pageRoute } from './page-route.ts'

const NEWEST = {
  order: [{ field: 'created_at', descending: true }],
  page: { number: 1, size: 12 },
} as const

export const homePageRoute = pageRoute({
  path: '/',
  mayLag: true,
  summary: 'Show the home page',
  async show(visit, { catalog, links }) {
    const [statistics, images] = await Promise.all([
      getStatistics(catalog),
      listImages(catalog, { visibility: 'public' }, NEWEST.order, NEWEST.page),
    ])
    const newest = images.rows.map((image) => presentImage(image, links))
    return createHomePage(visit, { statistics: presentStatistics(statistics), images: newest })
  },
})
