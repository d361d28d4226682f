import { z } from 'zod'
import { check } from '../../../core/contract/contribution.ts'
import { requiredId } from '../../../core/contract/fields.ts'
import { VERDICTS } from '../../../core/contract/verdicts.ts'
import {
  checkGeoreference,
  findCheckObstacle,
} from '../../../core/writes/validations/check-georeference.ts'
import { notFound } from '../../../core/base/errors.ts'
import { countRequest } from '../../../core/auth/limits/count-request.ts'
import { drawCheckingQueue } from '../../../core/queries/queues/checking.ts'
import { skipImage } from '../../../core/writes/skips.ts'
import { findBasemap } from '../../basemap/find-basemap.ts'
import {
  createCheckPage,
  createNothingToCheckPage,
  type CheckContent,
} from '../../pages/check/check.ts'
import { emptyDraft } from '../../pages/draft.ts'
import { pathInScope, readScope, type Scope } from '../../pages/editor/scope.ts'
import type { SignedInVisit } from '../../pages/visit.ts'
import { findCurrent, type ShownPlacement } from '../../presenters/history.ts'
import { parseFieldId, parseId } from '../../http/parse-id.ts'
import type { RouteRequest } from '../../http/route.ts'
import { readImagePage } from '../read-image-page.ts'
import { doneQuery } from './editor/editor-form.ts'
import { readNotice } from './editor/read-notice.ts'
import { findScopeNames, toScopeBox, toScopeFilter } from './editor/scope-filter.ts'
import { checkedFields, readChecked } from './checked-fields.ts'
import { CONTRIBUTION_ERRORS } from './contribution-errors.ts'
import { formRoute } from './form-route.ts'
import type { Shown } from './page-route.ts'
import { privatePageRoute } from './private-page-route.ts'
import { runForm } from './use-case-form.ts'

const PATH = '/check/'

const checkQuery = doneQuery.extend({
  image: z.string().optional().describe('Id of the image; the next one of the queue by default.'),
})

/** The page on which users check what others placed, and the queue of such images. */
export const checkPageRoute = privatePageRoute({
  path: PATH,
  summary: 'Show a place to check, or lead to the next one',
  access: 'user',
  query: checkQuery,
  async show(visit, request) {
    const { query, target } = request
    const scope = readScope(target.split('?', 2)[1] ?? '')
    const reason = await findCheckObstacle(request.catalog.reads, visit.session)
    if (!reason && query.image === undefined) return drawNext(visit, request, scope)
    const notice = await readNotice(request.catalog, visit, { ...query, queue: 'checking' })
    if (reason)
      return createNothingToCheckPage(visit, { reason, notice, scope: {}, scopeNames: [] })
    const id = parseId(query.image, 'Image')
    const content = await readCheck(request, { visit, id, scope })
    return createCheckPage({ ...content, visit, draft: emptyDraft(), notice })
  },
})

const checkFields = z.object({
  image: requiredId(),
  ...checkedFields.shape,
  validation: z.enum([...VERDICTS, 'skip']).describe('The verdict, or `skip` for none.'),
  notes: check.shape.notes,
  scope: z.string().optional().describe('Query of the images among which the user works.'),
})

/** Its form. */
export const checkFormRoute = formRoute({
  path: PATH,
  summary: 'Check where an image was placed',
  useCases: [checkGeoreference, skipImage],
  access: 'user',
  errorResponses: CONTRIBUTION_ERRORS,
  fields: checkFields,
  async submit({ fields, ...submission }) {
    const { links } = submission.request
    const { image, validation, notes, scope: query, ...checked } = fields
    const scope = readScope(query ?? '')
    const lead = (done: string) => ({
      redirectTo: links.base(pathInScope(PATH, scope, { done, last: String(image) })),
    })
    if (validation === 'skip') {
      await runForm(submission, skipImage, { imageId: image, reason: undefined })
      return lead('skipped')
    }
    await runForm(submission, checkGeoreference, { ...readChecked(checked), validation, notes })
    return lead('checked')
  },
  async showAgain(visit, draft, request) {
    const id = parseId(draft.values.image, 'Image')
    const scope = readScope(draft.values.scope ?? '')
    const content = await readCheck(request, { visit, id, scope })
    return createCheckPage({ ...content, visit, draft, notice: undefined })
  },
})

async function drawNext(
  visit: SignedInVisit,
  { catalog, query: { done, last }, links }: RouteRequest<z.output<typeof checkQuery>>,
  scope: Scope,
): Promise<Shown> {
  await countRequest(catalog, 'checking_draws', visit.session.userId)
  const { fromAbove, ids: images, ...filter } = toScopeFilter(scope)
  const queue = await drawCheckingQueue(catalog, visit.session.userId, {
    filter: { ...filter, images, box: toScopeBox(scope) },
    fromAbove,
  })
  const next = queue.find(({ id }) => id !== parseFieldId(last ?? null))
  if (!next)
    return createNothingToCheckPage(visit, {
      reason: 'empty',
      scope,
      scopeNames: await findScopeNames(catalog.reads, scope),
      notice: await readNotice(catalog, visit, { done, last, queue: 'checking' }),
    })
  const others: Record<string, string> = {
    image: String(next.id),
    ...(done !== undefined && last !== undefined && { done, last }),
  }
  return { redirectTo: links.base(pathInScope(PATH, scope, others)) }
}

async function readCheck(
  { catalog, links }: Pick<RouteRequest, 'catalog' | 'links'>,
  { visit, id, scope }: { visit: SignedInVisit; id: number; scope: Scope },
) {
  const [presented, basemap, scopeNames] = await Promise.all([
    readImagePage({ catalog, links }, { visit, id }),
    findBasemap(catalog.config, links),
    findScopeNames(catalog.reads, scope),
  ])
  const { placement, image, history } = presented
  const current = findCurrent(image, history)
  if (!placement || !current) throw notFound('This image is not on the map.')
  return { ...presented, basemap, scope, scopeNames, placement, reason: findReason(current) }
}

/** Returns the reason why a placement needs a check. */
function findReason({ counts, georeference: { confidence } }: ShownPlacement): CheckReason {
  if (counts.incorrect_count > 0) return 'disputed'
  if (confidence === 'low') return 'low'
  if (counts.validation_count === 0) return 'unchecked'
  return confidence === 'medium' ? 'medium' : null
}

type CheckReason = CheckContent['reason']
