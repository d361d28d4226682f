import { activityQuery, parseActivityPage } from '../../../core/contract/activity-query.ts'
import { listActivity } from '../../../core/queries/feed/activity.ts'
import { createActivityPage } from '../../pages/activity/activity.ts'
import { presentShownEvent } from '../../presenters/shown-event.ts'
import { pageRoute } from './page-route.ts'

const PAGE_SIZE = 30

export const activityPageRoute = pageRoute({
  path: '/activity/',
  mayLag: true,
  summary: 'Show the activity',
  query: activityQuery.pick({ before: true, types: true }),
  errorResponses: { 400: 'The time is invalid.' },
  async show(visit, { catalog, query, links }) {
    // One more, to find out whether there are earlier ones.
    const limit = PAGE_SIZE + 1
    const rows = await listActivity(catalog.reads, { ...parseActivityPage(query), limit })
    return createActivityPage(visit, {
      events: rows.slice(0, PAGE_SIZE).map((row) => presentShownEvent(row, links)),
      types: query.types || undefined,
      before: query.before || undefined,
      hasMore: rows.length > PAGE_SIZE,
    })
  },
})
