import { formatTimestamp } from '../../core/clock.ts'
import { flagged, newFlag, newSkip, type Flagged } from '../../core/contract/contribution.ts'
import { flagImage } from '../../core/contributions/flag-image.ts'
import { skipImage } from '../../core/contributions/skip-image.ts'
import type { Row } from '../../core/db/tables.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../../core/limits.ts'
import { toContributor } from '../contributor.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { parseId } from '../parse-id.ts'
import { json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CONTRIBUTION_ERRORS, perMinute } from './contribution-errors.ts'

/** Images that a user does not place now, and those that staff should look at. */
export const reportRoutes = [
  route({
    method: 'POST',
    path: '/api/v2/images/:id/skips/',
    summary: 'Skip an image in the queue of images to place',
    responses: { 204: { description: 'Skipped.' } },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: { ...CONTRIBUTION_ERRORS, 429: perMinute(CONTRIBUTIONS_PER_MINUTE.skips) },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: newSkip,
    async handle({ catalog, caller, params, body, headers }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const request = { imageId, input: body, key: parseIdempotencyKey(headers) }
      const { isReplay } = await skipImage(catalog, toContributor(caller), request)
      return markReplay(noContent(), isReplay)
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/images/:id/flags/',
    summary: 'Report an image to staff',
    responses: { 200: flagged, 201: flagged },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: { ...CONTRIBUTION_ERRORS, 429: perMinute(CONTRIBUTIONS_PER_MINUTE.flags) },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: newFlag,
    async handle({ catalog, caller, params, body, headers }) {
      const imageId = parseId(params.id, 'Image', { code: 'image_not_found' })
      const request = { imageId, input: body, key: parseIdempotencyKey(headers) }
      const { result, isReplay } = await flagImage(catalog, toContributor(caller), request)
      return markReplay(json(presentFlag(result.flag), result.isNew ? 201 : 200), isReplay)
    },
  }),
]

function presentFlag(flag: Row<'flag'>): Flagged {
  return {
    id: flag.id,
    image_id: flag.image_id,
    reason: flag.reason,
    text: flag.text ?? '',
    flagged_at: formatTimestamp(flag.flagged_at),
  }
}
