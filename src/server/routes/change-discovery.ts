import { notFound } from '../../core/base/errors.ts'
import { MAX_ACTIVITIES } from '../../core/base/limits.ts'
import {
  buildActivityPage,
  buildActivityStream,
  DISCOVERY_CONTEXT,
} from '../../core/iiif/activity-stream.ts'
import { findEnds, listActivities } from '../../core/queries/changes/activities.ts'
import { jsonLd, jsonLdResponse } from '../http/json-ld-reply.ts'
import { route } from '../http/route.ts'
import { activitiesUrl, parseActivityPage, presentActivity } from '../presenters/iiif/activities.ts'

/** Changes of IIIF manifests and collections (Change Discovery API 1.0), the same for all callers. */
export const changeDiscoveryRoutes = [
  route({
    method: 'GET',
    path: '/iiif/changes/',
    cacheable: true,
    mayLag: true,
    summary: 'Get the changes of all IIIF manifests and collections',
    responses: { 200: jsonLdResponse('An OrderedCollection, which links its pages.') },
    async handle({ catalog, headers, links }) {
      const { first, last } = await findEnds(catalog.reads)
      const document = buildActivityStream(activitiesUrl(links), {
        first: activitiesUrl(links, first),
        last: activitiesUrl(links, last),
      })
      return jsonLd(document, DISCOVERY_CONTEXT, headers)
    },
  }),
  route({
    method: 'GET',
    path: '/iiif/changes/:range/',
    cacheable: true,
    mayLag: true,
    summary: 'Get a page of the changes of IIIF manifests and collections',
    responses: {
      200: jsonLdResponse(
        `An OrderedCollectionPage with up to ${MAX_ACTIVITIES} activities, oldest first.`,
      ),
    },
    async handle({ catalog, params, headers, links }) {
      const range = parseActivityPage(params.range ?? '')
      const page = range && (await listActivities(catalog.reads, range))
      if (!page) throw notFound('Page not found.')
      const document = buildActivityPage({
        id: activitiesUrl(links, range),
        stream: activitiesUrl(links),
        prev: page.prev && activitiesUrl(links, page.prev),
        next: page.next && activitiesUrl(links, page.next),
        activities: page.changes.map((change) => presentActivity(links, change)),
      })
      return jsonLd(document, DISCOVERY_CONTEXT, headers)
    },
  }),
]
