import { getStaffOverview } from '../../../../core/queries/staff-overview.ts'
import { createStaffPage } from '../../../pages/staff/overview.ts'
import { privatePageRoute } from '../private-page-route.ts'

export const staffPageRoute = privatePageRoute({
  path: '/staff/',
  summary: 'Show what waits for staff',
  access: 'staff',
  async show(visit, { catalog: { reads, clock } }) {
    return createStaffPage(visit, await getStaffOverview(reads, clock.now()))
  },
})
