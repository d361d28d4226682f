import { z } from 'zod'
import { formBody } from '../../../middleware/read-body.ts'
import { CSRF_PAGE_HEADERS } from '../../../pages/csrf-field.ts'
import { emptyDraft } from '../../../pages/draft.ts'
import { createDraftEditorPage } from '../../../pages/editor/draft-editor.ts'
import { editorPath } from '../../../pages/editor/editor-path.ts'
import { readScope } from '../../../pages/editor/scope.ts'
import { renderPage } from '../../../pages/layout.ts'
import { htmlPage } from '../../../pages/responses.ts'
import { startVisit } from '../../../pages/visit.ts'
import { parseId } from '../../../http/parse-id.ts'
import { route } from '../../../http/route.ts'
import { readValues } from '../form-route.ts'
import { requireSameOrigin } from '../page-access.ts'
import { MAX_EDITOR_BYTES, pathOfDraft, START_FIELDS } from './editor-form.ts'
import { findWhere, readEditor } from './read-editor.ts'

const form = z.looseObject({
  where: z.string().optional().describe('Name of a place to find.'),
  chosen_position: z.string().optional().describe('Position to fill in.'),
  chosen_direction: z.string().optional().describe('Direction to fill in.'),
})

/** For each client address. Each of them also reads what the editor suggests. */
const FINDS_PER_MINUTE = 60

/**
 * The box over the map of both editors without scripts. It shows the editor again with what was entered, and changes
 * nothing, so visitors without a session can use it, too.
 */
export const findPlaceRoute = route({
  path: '/georeference/:id/find/',
  method: 'POST',
  summary: 'Find a place while an image is placed',
  responses: { 200: htmlPage },
  errorResponses: { 403: 'The form was sent from another site.', 404: 'There is no such image.' },
  handlerInput: { form },
  maxBodyBytes: MAX_EDITOR_BYTES,
  perMinute: FINDS_PER_MINUTE,
  errorFormat: 'page',
  body: formBody,
  async handle(request) {
    requireSameOrigin(request.headers)
    const id = parseId(request.params.id, 'Image')
    const { chosen_position, chosen_direction, ...entered } = readValues(request.body)
    const values: Record<string, string> = {
      ...entered,
      ...(chosen_position !== undefined && { position: chosen_position }),
      ...(chosen_direction !== undefined && { direction: chosen_direction }),
    }
    const isArea = values.polygon !== undefined
    const path = editorPath({ id, from_above: isArea })
    const visit = {
      ...(await startVisit(request)),
      target: pathOfDraft(path, new URLSearchParams(values), isArea ? [] : START_FIELDS),
    }
    const shown = await readEditor(request, { visit, id, scope: readScope(values.scope ?? '') })
    const text = chosen_position === undefined ? values.where : undefined
    const where = await findWhere(request, { ...shown, where: text?.trim() }, visit)
    const draft = emptyDraft(values)
    const page = createDraftEditorPage({ ...shown, where, visit, draft, notice: undefined })
    return renderPage(visit, { ...page, headers: CSRF_PAGE_HEADERS })
  },
})
