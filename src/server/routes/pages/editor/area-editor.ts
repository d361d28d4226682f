import { z } from 'zod'
import { placeOnArea } from '../../../../core/writes/georeferences/place-image.ts'
import { polygonText } from '../../../../core/contract/new-contribution.ts'
import { parseDrawnPolygon } from '../../../../core/model/geometry/drawn-polygon.ts'
import type { Polygon } from '../../../../core/model/geometry/geometry.ts'
import { parseTypedPolygon } from '../../../../core/model/geometry/typed-polygon.ts'
import type { Language } from '../../../../core/base/languages.ts'
import { emptyDraft } from '../../../pages/draft.ts'
import { createAreaEditorPage } from '../../../pages/editor/area-editor.ts'
import { createUnplaceablePage } from '../../../pages/editor/unplaceable.ts'
import { readScope } from '../../../pages/editor/scope.ts'
import { parseId } from '../../../http/parse-id.ts'
import { CONTRIBUTION_ERRORS } from '../contribution-errors.ts'
import { formRoute } from '../form-route.ts'
import { pageRoute } from '../page-route.ts'
import { runForm } from '../use-case-form.ts'
import {
  doneQuery,
  editorFields,
  hasNotesOnAGuess,
  NOTES_ON_A_GUESS,
  pathAfter,
  MAX_EDITOR_BYTES,
  pathOfDraft,
} from './editor-form.ts'
import { readEditor } from './read-editor.ts'
import { readNotice } from './read-notice.ts'
import { requireMeant } from './require-meant.ts'

const PATH = '/polygonal-georeference/:id/'

/** The editor of the area that an image taken from above covers. */
export const areaEditorRoute = pageRoute({
  path: PATH,
  mayLag: true,
  summary: 'Show the editor of the area that an image covers',
  query: doneQuery,
  async show(visit, request) {
    const id = parseId(request.params.id, 'Image')
    const scope = readScope(request.target.split('?', 2)[1] ?? '')
    const shown = await readEditor(request, { visit, id, scope })
    const unplaceable = createUnplaceablePage({ ...shown, visit }, 'from_above_georeference')
    if (unplaceable) return unplaceable
    const notice = await readNotice(request.catalog, visit, { ...request.query, queue: 'placing' })
    return createAreaEditorPage({ ...shown, visit, draft: emptyDraft(), notice })
  },
})

/** @param language in which the corners are written */
function createAreaFields(language: Language) {
  const parse = (text: unknown) => parseDrawnPolygon(parseTypedPolygon(String(text), language))
  return z
    .object({
      ...editorFields,
      polygon: polygonText(parse).meta({
        type: 'string',
        description: 'A position in each line, or GeoJSON.',
      }),
    })
    .refine(hasNotesOnAGuess, NOTES_ON_A_GUESS)
}

/** Its form. */
export const areaFormRoute = formRoute({
  path: PATH,
  summary: 'Place an image on an area',
  useCases: [placeOnArea],
  access: 'user',
  errorResponses: CONTRIBUTION_ERRORS,
  fields: createAreaFields,
  maxBodyBytes: MAX_EDITOR_BYTES,
  pagePath: ({ params, body }) => pathOfDraft(`/polygonal-georeference/${params.id}/`, body, []),
  async submit({ fields, ...submission }) {
    const { image, polygon, confidence, confidence_notes, previous } = fields
    requireMeant((JSON.parse(polygon) as Polygon).coordinates.flat(), fields.meant)
    const input = { image, polygon, confidence, confidence_notes, previous }
    await runForm(submission, placeOnArea, input)
    return { redirectTo: submission.request.links.base(pathAfter(fields)) }
  },
  async showAgain(visit, draft, request) {
    const id = parseId(request.params.id, 'Image')
    const scope = readScope(draft.values.scope ?? '')
    const shown = await readEditor(request, { visit, id, scope })
    return createAreaEditorPage({ ...shown, visit, draft, notice: undefined })
  },
})
