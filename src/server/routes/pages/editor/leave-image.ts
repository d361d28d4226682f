import { z } from 'zod'
import { newFlag } from '../../../../core/contract/contribution.ts'
import { optionalText } from '../../../../core/contract/text.ts'
import { flagImage } from '../../../../core/contributions/flag-image.ts'
import { skipImage } from '../../../../core/contributions/skip-image.ts'
import { MAX_SKIP_REASON } from '../../../../core/limits.ts'
import { sessionContributor } from '../../../contributor.ts'
import type { Draft } from '../../../pages/draft.ts'
import { createAreaEditorPage } from '../../../pages/editor/area-editor.ts'
import { createPointEditorPage } from '../../../pages/editor/point-editor.ts'
import { readScope } from '../../../pages/editor/scope.ts'
import type { Page } from '../../../pages/layout.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { parseId } from '../../../parse-id.ts'
import type { Route, RouteRequest } from '../../../route.ts'
import { CONTRIBUTION_ERRORS } from '../contribution-errors.ts'
import { formRoute } from '../form-route.ts'
import { nextPath } from './editor-form.ts'
import { readEditor } from './read-editor.ts'

const scope = z.string().optional().describe('Query of the images among which the user works.')

const pagePath = ({ params }: { params: Record<string, string> }) =>
  `/georeference/?image=${parseId(params.id, 'Image')}`

/** The editor whose button was clicked, with the placement that was typed in it. */
async function showAgain(visit: SignedInVisit, draft: Draft, request: RouteRequest): Promise<Page> {
  const id = parseId(request.params.id, 'Image')
  const scope = readScope(draft.values.scope ?? '')
  const shown = await readEditor(request, { visit, id, scope })
  const content = { ...shown, visit, draft, notice: undefined }
  return draft.values.polygon === undefined
    ? createPointEditorPage(content)
    : createAreaEditorPage(content)
}

/** The buttons of the editors that leave an image unplaced. */
export const leaveImageRoutes: readonly Route[] = [
  formRoute({
    path: '/georeference/:id/skip/',
    summary: 'Skip an image to place',
    access: 'user',
    fields: z.object({ scope, text: optionalText(MAX_SKIP_REASON).describe('The reason.') }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath,
    showAgain,
    async submit({ visit, fields, idempotencyKey: key, request: { catalog, links, params } }) {
      const image = parseId(params.id, 'Image')
      const skip = { imageId: image, input: { reason: fields.text }, key }
      await skipImage(catalog, sessionContributor(visit.session), skip)
      return { redirectTo: links.base(nextPath('skipped', { image, scope: fields.scope })) }
    },
  }),
  formRoute({
    path: '/georeference/:id/flag/',
    summary: 'Report an image to place',
    access: 'user',
    fields: newFlag.extend({ scope }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath,
    showAgain,
    async submit({ visit, fields, idempotencyKey: key, request: { catalog, links, params } }) {
      const image = parseId(params.id, 'Image')
      const { scope, ...input } = fields
      const contributor = sessionContributor(visit.session)
      await flagImage(catalog, contributor, { imageId: image, input, key })
      await skipImage(catalog, contributor, {
        imageId: image,
        input: { reason: undefined },
        key: undefined,
      })
      return { redirectTo: links.base(nextPath('flagged', { image, scope })) }
    },
  }),
]
