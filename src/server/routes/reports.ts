import { formatTimestamp } from '../../core/base/clock.ts'
import { flagged, type Flagged } from '../../core/contract/contribution.ts'
import type { Row } from '../../core/database/tables.ts'
import { flagImage } from '../../core/writes/flags.ts'
import { skipImage, unskipImage } from '../../core/writes/skips.ts'
import { endpoint } from '../http/endpoint.ts'
import { imageIdOf } from '../http/parse-id.ts'
import { json } from '../http/reply.ts'

/** Images that a user does not place now, and those that staff should look at. */
export const reportRoutes = [
  endpoint('POST /api/v2/images/:id/skips/', skipImage, {
    summary: 'Skip an image in the queue of images to place',
    responses: { 204: { description: 'Skipped.' } },
    target: imageIdOf,
  }),
  endpoint('DELETE /api/v2/images/:id/skips/', unskipImage, {
    summary: 'Undo a skip',
    responses: { 204: { description: 'Not skipped.' } },
    target: imageIdOf,
  }),
  endpoint('POST /api/v2/images/:id/flags/', flagImage, {
    summary: 'Report an image to staff',
    responses: { 200: flagged, 201: flagged },
    target: imageIdOf,
    present: ({ flag, isNew }) => json(presentFlag(flag), isNew ? 201 : 200),
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
