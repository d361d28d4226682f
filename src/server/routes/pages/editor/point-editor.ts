import { z } from 'zod'
import { countRequest } from '../../../../core/auth/limits/count-request.ts'
import { DRAWS_PER_MINUTE } from '../../../../core/base/limits.ts'
import type { ImageRow } from '../../../../core/queries/images/images.ts'
import { findUnplacedBeside } from '../../../../core/queries/queues/unplaced-beside.ts'
import { drawPlacingQueue } from '../../../../core/queries/queues/placing.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { createPointEditorPage } from '../../../pages/editor/point-editor.ts'
import { createUnplaceablePage } from '../../../pages/editor/unplaceable.ts'
import { createNothingToPlacePage } from '../../../pages/editor/nothing-to-place.ts'
import { pathInScope, readScope, type Scope } from '../../../pages/editor/scope.ts'
import type { Visit } from '../../../pages/visit.ts'
import { parseFieldId, parseId } from '../../../http/parse-id.ts'
import type { RouteRequest } from '../../../http/route.ts'
import { pageRoute, type Shown } from '../page-route.ts'
import { doneQuery, START_FIELDS } from './editor-form.ts'
import { readEditor } from './read-editor.ts'
import { readNotice } from './read-notice.ts'
import { findScopeNames, toScopeBox, toScopeFilter } from './scope-filter.ts'

const editorQuery = doneQuery.extend({
  image: z.string().optional().describe('Id of the image; the next one of the queue by default.'),
  position: z.string().optional().describe('Position of the camera to start with.'),
  direction: z.string().optional().describe('Direction to start with.'),
  confidence_notes: z.string().optional().describe('Notes to start with.'),
  previous: z.string().optional().describe('Id of the newest georeference that the user saw.'),
})

/** The editor of points, and the queue of images to place. */
export const pointEditorRoute = pageRoute({
  path: '/georeference/',
  mayLag: true,
  summary: 'Show the editor that places an image',
  query: editorQuery,
  hasRedirects: true,
  errorResponses: {
    404: 'There is no such image.',
    429: `More than ${DRAWS_PER_MINUTE} images drawn per minute from one client address.`,
  },
  async show(visit, request) {
    const { query, target } = request
    const scope = readScope(target.split('?', 2)[1] ?? '')
    if (query.image === undefined) return drawNext(visit, request, scope)
    const id = parseId(query.image, 'Image')
    const shown = await readEditor(request, { visit, id, scope })
    const unplaceable = createUnplaceablePage({ ...shown, visit }, 'georeference')
    if (unplaceable) return unplaceable
    return createPointEditorPage({
      ...shown,
      visit,
      draft: emptyDraft(readStart(query)),
      notice: await readNotice(request.catalog, visit, { ...query, queue: 'placing' }),
    })
  },
})

/** Leads to an image that is not on the map yet, other than the last one. */
async function drawNext(
  visit: Visit,
  request: RouteRequest<z.output<typeof editorQuery>>,
  scope: Scope,
): Promise<Shown> {
  const {
    query: { done, last },
    links,
  } = request
  const drawn = await drawImage(request, visit, { scope, last: parseFieldId(last ?? null) })
  if (!drawn)
    return createNothingToPlacePage(visit, {
      notice: await readNotice(request.catalog, visit, { done, last, queue: 'placing' }),
      scope,
      scopeNames: await findScopeNames(request.catalog.reads, scope),
    })
  const { id, from_above: isFromAbove } = drawn
  const path = isFromAbove ? `/polygonal-georeference/${id}/` : '/georeference/'
  const others: Record<string, string> = {
    ...(!isFromAbove && { image: String(id) }),
    ...(done !== undefined && last !== undefined && { done, last }),
  }
  return { redirectTo: links.base(pathInScope(path, scope, others)) }
}

/** Visitors without a session have skipped nothing. */
async function drawImage(
  { catalog, clientAddress }: Pick<RouteRequest, 'catalog' | 'clientAddress'>,
  { session }: Visit,
  { scope, last }: { scope: Scope; last: number },
): Promise<ImageRow | undefined> {
  const filter = toScopeFilter(scope)
  const box = toScopeBox(scope)
  if (session) await countRequest(catalog, 'placing_draws', session.userId)
  else await catalog.addressLimits.draws(clientAddress())
  const userId = session?.userId ?? 0
  const beside = box ? undefined : await findUnplacedBeside(catalog, userId, { filter, last })
  if (beside) return beside
  const queue = await drawPlacingQueue(catalog, userId, { filter, box })
  return queue.find(({ id }) => id !== last)
}

function readStart(query: z.output<typeof editorQuery>): Draft['values'] {
  return Object.fromEntries(
    START_FIELDS.flatMap((name) => {
      const value = query[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
