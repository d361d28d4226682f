import { z } from 'zod'
import { getStaffOverview } from '../../../../core/queries/site/staff-overview.ts'
import { createStaffPage } from '../../../pages/staff/overview.ts'
import { privatePageRoute } from '../private-page-route.ts'

export const staffPageRoute = privatePageRoute({
  path: '/staff/',
  summary: 'Show what waits for staff',
  access: 'staff',
  query: z.object({ done: z.string().optional() }),
  async show(visit, { catalog: { reads, clock }, query }) {
    const overview = await getStaffOverview(reads, clock.now())
    return createStaffPage(visit, { overview, isDeleted: query.done === 'deleted' })
  },
})
