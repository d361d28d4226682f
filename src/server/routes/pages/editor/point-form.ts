import { z } from 'zod'
import { placeAtPoint } from '../../../../core/writes/georeferences/place-image.ts'
import { parseTypedDirection } from '../../../../core/model/geometry/typed-direction.ts'
import { parseTypedPosition } from '../../../../core/model/geometry/typed-position.ts'
import { PROBLEMS } from '../../../../core/base/problems/problem.ts'
import type { Language } from '../../../../core/base/languages.ts'
import { createPointEditorPage } from '../../../pages/editor/point-editor.ts'
import { readScope } from '../../../pages/editor/scope.ts'
import { parseId } from '../../../http/parse-id.ts'
import { CONTRIBUTION_ERRORS } from '../contribution-errors.ts'
import { formRoute } from '../form-route.ts'
import { runForm } from '../use-case-form.ts'
import {
  editorFields,
  hasNotesOnAGuess,
  NOTES_ON_A_GUESS,
  pathAfter,
  pathOfDraft,
  START_FIELDS,
} from './editor-form.ts'
import { readEditor } from './read-editor.ts'
import { requireMeant } from './require-meant.ts'

/** @param language in which the position and the direction are written */
function createPointFields(language: Language) {
  return z
    .object({
      ...editorFields,
      position: z
        .string()
        .optional()
        .transform((text, context) => {
          const position = parseTypedPosition(text ?? '', language)
          if (position) return position
          context.addIssue(PROBLEMS.no_position)
          return z.NEVER
        })
        .meta({ type: 'string', examples: ['52.5163, 13.3777'] }),
      direction: z
        .string()
        .optional()
        .transform((text, context) => {
          const direction = parseTypedDirection(text ?? '', language)
          if (direction !== undefined) return direction
          context.addIssue(PROBLEMS.no_direction)
          return z.NEVER
        })
        .meta({ type: ['string', 'null'], examples: ['118.5'] }),
    })
    .refine(hasNotesOnAGuess, NOTES_ON_A_GUESS)
}

/** The form of the editor of points. */
export const pointFormRoute = formRoute({
  path: '/georeference/',
  summary: 'Place an image at a point',
  useCases: [placeAtPoint],
  access: 'user',
  errorResponses: CONTRIBUTION_ERRORS,
  fields: createPointFields,
  pagePath: ({ body }) => pathOfDraft('/georeference/', body, START_FIELDS),
  async submit({ fields, ...submission }) {
    const { image, position, direction, confidence, confidence_notes, previous } = fields
    requireMeant([[position.longitude, position.latitude]], fields.meant)
    const input = { image, ...position, direction, confidence, confidence_notes, previous }
    await runForm(submission, placeAtPoint, input)
    return { redirectTo: submission.request.links.base(pathAfter(fields)) }
  },
  async showAgain(visit, draft, request) {
    return createPointEditorPage({
      ...(await readEditor(request, {
        visit,
        id: parseId(draft.values.image, 'Image'),
        scope: readScope(draft.values.scope ?? ''),
      })),
      visit,
      draft,
      notice: undefined,
    })
  },
})
