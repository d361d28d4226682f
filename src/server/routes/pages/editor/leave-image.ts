import { z } from 'zod'
import { newFlag } from '../../../../core/contract/contribution.ts'
import { optionalText } from '../../../../core/contract/text-fields.ts'
import { MAX_SKIP_REASON } from '../../../../core/base/limits.ts'
import { flagImage } from '../../../../core/writes/flags.ts'
import { skipImage } from '../../../../core/writes/skips.ts'
import type { Draft } from '../../../pages/draft.ts'
import { createDraftEditorPage } from '../../../pages/editor/draft-editor.ts'
import { readScope } from '../../../pages/editor/scope.ts'
import type { Page } from '../../../pages/layout.ts'
import type { SignedInVisit } from '../../../pages/visit.ts'
import { parseId } from '../../../http/parse-id.ts'
import type { Route, RouteRequest } from '../../../http/route.ts'
import { CONTRIBUTION_ERRORS } from '../contribution-errors.ts'
import { formRoute } from '../form-route.ts'
import { runForm } from '../use-case-form.ts'
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
  return createDraftEditorPage({ ...shown, visit, draft, notice: undefined })
}

/** The buttons of the editors that leave an image unplaced. */
export const leaveImageRoutes: readonly Route[] = [
  formRoute({
    path: '/georeference/:id/skip/',
    summary: 'Skip an image to place',
    useCases: [skipImage],
    access: 'user',
    fields: z.object({ scope, text: optionalText(MAX_SKIP_REASON).describe('The reason.') }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath,
    showAgain,
    async submit({ fields: { scope, text: reason }, ...submission }) {
      const { links, params } = submission.request
      const image = parseId(params.id, 'Image')
      await runForm(submission, skipImage, { imageId: image, reason })
      return { redirectTo: links.base(nextPath('skipped', { image, scope })) }
    },
  }),
  formRoute({
    path: '/georeference/:id/flag/',
    summary: 'Report an image to place',
    useCases: [flagImage, skipImage],
    access: 'user',
    fields: newFlag.extend({ scope }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath,
    showAgain,
    async submit({ fields: { scope, ...flag }, ...submission }) {
      const { links, params } = submission.request
      const image = parseId(params.id, 'Image')
      await runForm(submission, flagImage, { imageId: image, ...flag })
      const skip = { ...submission, idempotencyKey: undefined }
      await runForm(skip, skipImage, { imageId: image, reason: undefined })
      return { redirectTo: links.base(nextPath('flagged', { image, scope })) }
    },
  }),
]
