import { formatTimestamp } from '../../core/base/clock.ts'
import {
  changesPage,
  changesQuery,
  formatChangesCursor,
  type ChangesPage,
} from '../../core/contract/changes.ts'
import { CHANGES_WITH_LINES_PER_MINUTE, MAX_CHANGES_WITH_LINES } from '../../core/base/limits.ts'
import {
  listChangesWithLines,
  readCatalogLine,
  type ChangeWithLines,
} from '../../core/dump/public-lines.ts'
import { listPublicChanges, type PublicChange } from '../../core/queries/changes/public-changes.ts'
import { readEpoch } from '../../core/queries/changes/read-epoch.ts'
import type { Links } from '../http/links.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { originalUrl } from '../presenters/image-urls.ts'

/** All callers get the same changes: those that everyone sees. */
export const changesRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/changes/',
    cacheable: true,
    mayLag: true,
    summary: 'List changes',
    responses: { 200: changesPage },
    errorResponses: {
      429: `With lines: more than ${CHANGES_WITH_LINES_PER_MINUTE} requests per minute from one client address.`,
    },
    query: changesQuery,
    async handle({ catalog, links, clientAddress, query: { after, limit, with: more } }) {
      const { reads, addressLimits } = catalog
      const hasLines = more === 'lines'
      if (hasLines) await addressLimits.changesWithLines(clientAddress())
      const epoch = await readEpoch(reads)
      const isReset = after.epoch !== undefined && after.epoch !== epoch
      const known = isReset ? 0 : after.position
      const changes = hasLines
        ? await listChangesWithLines(reads, {
            after: known,
            limit: Math.min(limit, MAX_CHANGES_WITH_LINES),
          })
        : await listPublicChanges(reads, { after: known, limit })
      const page: ChangesPage = {
        results: changes.map((change) => presentChange(change, links)),
        cursor: formatChangesCursor({ position: changes.at(-1)?.changedAt ?? known, epoch }),
        ...(isReset && { reset: true }),
        ...(hasLines && { catalog: await readCatalogLine(reads) }),
      }
      const reply = json(page)
      // Each follower reads a page of lines once, so that it would only displace others from the cache.
      return hasLines
        ? { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store' } }
        : reply
    },
  }),
]

function presentChange(
  change: PublicChange | ChangeWithLines,
  links: Links,
): ChangesPage['results'][number] {
  const { kind, ref, changedAt, isGone } = change
  return {
    id: ref,
    type: kind,
    changed_at: formatTimestamp(changedAt),
    state: isGone ? 'gone' : 'changed',
    ...('lines' in change && !isGone && presentLines(change, links)),
  }
}

function presentLines({ kind, ref: id, lines, original }: ChangeWithLines, links: Links) {
  if (kind !== 'image') return { lines }
  return { lines, file_url: original ? originalUrl(links, { id, ...original }) : null }
}
