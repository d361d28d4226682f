import { activityFeed } from '../../core/contract/activity.ts'
import { activityQuery, parseActivityPage } from '../../core/contract/activity-query.ts'
import { listActivity } from '../../core/queries/feed/activity.ts'
import { presentEvent } from '../presenters/activity.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** All callers get the same feed. Importers, too, see public images only. */
export const activityRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/activity/',
    cacheable: true,
    mayLag: true,
    summary: 'List activity',
    responses: { 200: activityFeed },
    errorKey: 'error',
    query: activityQuery,
    async handle({ catalog, query, links }) {
      const events = await listActivity(catalog.reads, parseActivityPage(query))
      return json(events.map((event) => presentEvent(event, links)))
    },
  }),
]
