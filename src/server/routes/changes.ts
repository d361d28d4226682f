import { formatTimestamp } from '../../core/base/clock.ts'
import {
  changesPage,
  changesQuery,
  formatChangesCursor,
  type ChangesPage,
} from '../../core/contract/changes.ts'
import { listPublicChanges, type PublicChange } from '../../core/queries/changes/public-changes.ts'
import { readEpoch } from '../../core/queries/changes/read-epoch.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

/** All callers get the same changes: those that everyone sees. */
export const changesRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/changes/',
    cacheable: true,
    mayLag: true,
    summary: 'List changes',
    responses: { 200: changesPage },
    query: changesQuery,
    async handle({ catalog: { reads }, query: { after, limit } }) {
      const epoch = await readEpoch(reads)
      const isReset = after.epoch !== undefined && after.epoch !== epoch
      const known = isReset ? 0 : after.position
      const changes = await listPublicChanges(reads, { after: known, limit })
      const page: ChangesPage = {
        results: changes.map(presentChange),
        cursor: formatChangesCursor({ position: changes.at(-1)?.changedAt ?? known, epoch }),
        ...(isReset && { reset: true }),
      }
      return json(page)
    },
  }),
]

function presentChange({
  kind,
  ref,
  changedAt,
  isGone,
}: PublicChange): ChangesPage['results'][number] {
  return {
    id: ref,
    type: kind,
    changed_at: formatTimestamp(changedAt),
    state: isGone ? 'gone' : 'changed',
  }
}
