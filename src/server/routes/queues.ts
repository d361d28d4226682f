import {
  checkingQuery,
  placingQuery,
  queue,
  type CheckingQuery,
  type PlacingQuery,
  type Queue,
} from '../../core/contract/queue.ts'
import { requireValidator } from '../../core/writes/validations/check-georeference.ts'
import { countRequest } from '../../core/auth/limits/count-request.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../../core/base/limits.ts'
import { parseBox, type Box } from '../../core/model/geometry/box.ts'
import type { Visibility } from '../../core/model/visibility.ts'
import { drawCheckingQueue } from '../../core/queries/queues/checking.ts'
import { drawPlacingQueue } from '../../core/queries/queues/placing.ts'
import { toContributor } from '../http/contributor.ts'
import { presentImage } from '../presenters/image.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { perMinute } from '../http/contribution-errors.ts'

export const queueRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/queues/placing/',
    summary: 'Draw images to place',
    responses: { 200: queue },
    errorResponses: { 429: perMinute(CONTRIBUTIONS_PER_MINUTE.placing_draws) },
    access: 'contributor',
    query: placingQuery,
    async handle({ catalog, caller, query, links }) {
      const { userId, visibility } = toContributor(caller)
      await countRequest(catalog, 'placing_draws', userId)
      const filter = {
        ...toScope(query, visibility),
        creator: query.creator,
        fromAbove: query.from_above,
      }
      const scope = { filter: filter, box: toBox(query) }
      const images = await drawPlacingQueue(catalog, userId, scope)
      return json({ results: images.map((row) => presentImage(row, links)) } satisfies Queue)
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/queues/checking/',
    summary: 'Draw images whose georeference should be checked',
    responses: { 200: queue },
    errorResponses: {
      403: 'The caller may not check yet.',
      429: perMinute(CONTRIBUTIONS_PER_MINUTE.checking_draws),
    },
    access: 'contributor',
    query: checkingQuery,
    async handle({ catalog, caller, query, links }) {
      const contributor = toContributor(caller)
      await countRequest(catalog, 'checking_draws', contributor.userId)
      await requireValidator(catalog.reads, contributor)
      const filter = { ...toScope(query, contributor.visibility), box: toBox(query) }
      const scope = { filter: filter, fromAbove: query.from_above }
      const images = await drawCheckingQueue(catalog, contributor.userId, scope)
      return json({ results: images.map((row) => presentImage(row, links)) } satisfies Queue)
    },
  }),
]

function toScope(query: PlacingQuery | CheckingQuery, visibility: Visibility) {
  return {
    visibility,
    sources: query.source,
    collections: query.collection,
    subjects: query.subject,
    yearMin: query.year_min,
    yearMax: query.year_max,
  }
}

function toBox({ in_bbox: box }: CheckingQuery): Box | undefined {
  return box === undefined ? undefined : parseBox(box)
}
