import { z } from 'zod'
import type {
  FromAboveGeoreference,
  PointGeoreference,
} from '../../../../core/contract/georeference.ts'
import type { ImageDetail } from '../../../../core/contract/image.ts'
import type { PlacementKey } from '../../../../core/queries/places/withdrawal.ts'
import { withdrawPlacement } from '../../../../core/writes/georeferences/withdraw-placement.ts'
import { unskipImage } from '../../../../core/writes/skips.ts'
import { parseId } from '../../../http/parse-id.ts'
import type { Route } from '../../../http/route.ts'
import { emptyDraft, type Draft } from '../../../pages/draft.ts'
import { createDraftEditorPage } from '../../../pages/editor/draft-editor.ts'
import { formatStart } from '../../../pages/editor/format-start.ts'
import { pathInScope, readScope } from '../../../pages/editor/scope.ts'
import { checkedFields, readChecked } from '../checked-fields.ts'
import { CONTRIBUTION_ERRORS } from '../contribution-errors.ts'
import { formRoute } from '../form-route.ts'
import { showImage } from '../image.ts'
import { runForm } from '../use-case-form.ts'
import { readImagePage } from '../../read-image-page.ts'
import { readEditor } from './read-editor.ts'

const scope = z.string().optional().describe('Query of the images among which the user works.')

const pagePath = ({ params }: { params: Record<string, string> }) =>
  `/georeference/?image=${parseId(params.id, 'Image')}`

/** The buttons that undo what was done to the last image. They lead back to it. */
export const undoRoutes: readonly Route[] = [
  formRoute({
    path: '/georeference/:id/unskip/',
    summary: 'Undo a skip',
    useCases: [unskipImage],
    access: 'user',
    fields: z.object({
      scope,
      queue: z.enum(['placing', 'checking']).describe('From which the image was skipped.'),
    }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath,
    async submit({ fields: { scope = '', queue }, ...submission }) {
      const { links, params } = submission.request
      const imageId = parseId(params.id, 'Image')
      await runForm(submission, unskipImage, { imageId })
      const path = queue === 'placing' ? '/georeference/' : '/check/'
      const image = String(imageId)
      return { redirectTo: links.base(pathInScope(path, readScope(scope), { image })) }
    },
  }),
  formRoute({
    path: '/georeference/:id/withdraw/',
    summary: 'Take back the last placement, and show the editor with it',
    useCases: [withdrawPlacement],
    access: 'user',
    fields: checkedFields.extend({ scope }),
    errorResponses: CONTRIBUTION_ERRORS,
    pagePath,
    async submit({ fields, ...submission }) {
      const { request, visit } = submission
      const placement = readChecked(fields)
      const at = {
        visit,
        id: parseId(request.params.id, 'Image'),
        scope: readScope(fields.scope ?? ''),
      }
      const { image } = await readImagePage(request, at)
      await runForm(submission, withdrawPlacement, placement)
      return createDraftEditorPage({
        ...(await readEditor(request, at)),
        visit,
        draft: emptyDraft(toDraftValues(image, placement)),
        notice: { text: visit.messages.contribute.done.withdrawn },
      })
    },
    showAgain: (visit, draft, request) =>
      showImage(visit, request, {
        refused: { form: 'placements/withdraw', section: 'place', draft },
      }),
  }),
]

/** Returns the fields of the form as the contributor of a placement entered them. */
function toDraftValues(image: ImageDetail, { table, id }: PlacementKey): Draft['values'] {
  const made = image[`${table}s`].find((one) => one.id === id)
  if (!made) return {}
  const { confidence, confidence_notes } = made
  return { ...toPlace(made), confidence, confidence_notes }
}

function toPlace(made: PointGeoreference | FromAboveGeoreference): Draft['values'] {
  if ('polygon' in made) return { polygon: formatRings(made.polygon.coordinates) }
  return { position: formatStart(made), direction: String(made.direction ?? '') }
}

/** As people type them: a position in each line, without the repeated corner of a ring. */
function formatRings(rings: readonly (readonly (readonly number[])[])[]): string {
  const format = ([longitude = 0, latitude = 0]: readonly number[]) =>
    formatStart({ latitude, longitude })
  return rings.map((ring) => ring.slice(0, -1).map(format).join('\n')).join('\n\n')
}
