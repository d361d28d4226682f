import { z } from 'zod'
import { trimmedText } from '../../../core/contract/list-query.ts'
import type { Selects } from '../../../core/database/store.ts'
import { DEFAULT_PAGE_SIZE } from '../../../core/base/limits.ts'
import { findUsersWithPage } from '../../../core/queries/people/contributors.ts'
import {
  listAreas,
  listComments,
  listPoints,
  type Position,
} from '../../../core/queries/images/image-contributions.ts'
import { isPublicImage } from '../../../core/model/visibility.ts'
import { getImage } from '../../../core/queries/images/images.ts'
import { formatCursor, parseCursor } from '../../http/cursor.ts'
import { createCommentsPage, createPlacementsPage } from '../../pages/image/contributions.ts'
import { getVisitorVisibility, type Visit } from '../../pages/visit.ts'
import { parseId } from '../../http/parse-id.ts'
import { listAuthorIds, presentHistory, type Contributions } from '../../presenters/history.ts'
import type { RouteRequest } from '../../http/route.ts'
import { pageRoute } from './page-route.ts'

const after = trimmedText.describe('The item after which the page starts.')

/** Pages of all contributions to an image. Its own page shows the newest ones. */
export const imageContributionPageRoutes = [
  pageRoute({
    path: '/:id/comments/',
    pathPattern: /^\/(\d+)\/comments\/?$/,
    mayLag: true,
    summary: 'Show all comments on an image',
    query: z.object({ after }),
    async show(visit, request) {
      const { history, ...page } = await readPage(visit, request, async (reads, id, position) => {
        const { rows, end } = await listComments(reads, id, position)
        return { points: [], areas: [], comments: rows, end }
      })
      return createCommentsPage(visit, { ...page, comments: history.comments.toReversed() })
    },
  }),
  pageRoute({
    path: '/:id/placements/',
    pathPattern: /^\/(\d+)\/placements\/?$/,
    mayLag: true,
    summary: 'Show all placements of an image',
    query: z.object({
      after,
      kind: trimmedText.describe('`areas` shows areas; camera positions by default.'),
    }),
    async show(visit, request) {
      const isOfAreas = request.query.kind === 'areas'
      const { history, ...page } = await readPage(visit, request, async (reads, id, position) => {
        const points = isOfAreas ? undefined : await listPoints(reads, id, position)
        const areas = isOfAreas ? await listAreas(reads, id, position) : undefined
        const end = points?.end ?? areas?.end
        return { points: points?.rows ?? [], areas: areas?.rows ?? [], comments: [], end }
      })
      return createPlacementsPage(visit, { ...page, placements: history.placements.toReversed() })
    },
  }),
]

type ReadPage = (
  reads: Selects,
  id: number,
  page: { after: Position | undefined; limit: number },
) => Promise<Contributions & { end: Position | undefined }>

async function readPage(
  visit: Visit,
  { catalog: { reads }, params, query, links }: RouteRequest<{ after?: string | undefined }>,
  read: ReadPage,
) {
  const position = parseCursor('after', query.after)
  const image = await getImage(reads, parseId(params.id, 'Image'), getVisitorVisibility(visit))
  const { id, title } = image
  const { end, ...shown } = await read(reads, id, { after: position, limit: DEFAULT_PAGE_SIZE })
  const usersWithPage = await findUsersWithPage(reads, listAuthorIds(shown))
  return {
    image: { id, title, isPublic: isPublicImage(image) },
    history: presentHistory(shown, { links, usersWithPage }),
    isFirst: position === undefined,
    next: end && formatCursor(end),
  }
}
