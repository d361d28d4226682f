import { z } from 'zod'
import { getStaffOverview } from '../../../../core/queries/site/staff-overview.ts'
import { findBasemap, isOnlyFromAfar } from '../../../basemap/find-basemap.ts'
import { createStaffPage } from '../../../pages/staff/overview.ts'
import { privatePageRoute } from '../private-page-route.ts'

export const staffPageRoute = privatePageRoute({
  path: '/staff/',
  summary: 'Show what waits for staff',
  access: 'staff',
  query: z.object({ done: z.string().optional() }),
  async show(visit, { catalog: { config, reads, clock }, links, query }) {
    const [overview, basemap] = await Promise.all([
      getStaffOverview(reads, clock.now()),
      findBasemap(config, links),
    ])
    return createStaffPage(visit, {
      overview,
      isDeleted: query.done === 'deleted',
      isBasemapMissing: isOnlyFromAfar(basemap),
    })
  },
})
