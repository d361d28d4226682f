import {
  areaConflict,
  placedArea,
  placedPoint,
  pointConflict,
} from '../../core/contract/contribution.ts'
import { validation } from '../../core/contract/georeference.ts'
import type { GeoreferenceKind } from '../../core/model/georeference-kind.ts'
import type { AreaRow, PointRow } from '../../core/queries/images/image-contributions.ts'
import { deleteGeoreference } from '../../core/writes/georeferences/delete-georeference.ts'
import {
  placeAtPoint,
  placeOnArea,
  SupersededError,
  type Placed,
} from '../../core/writes/georeferences/place-image.ts'
import { withdrawPlacement } from '../../core/writes/georeferences/withdraw-placement.ts'
import { checkGeoreference } from '../../core/writes/validations/check-georeference.ts'
import { deleteValidation } from '../../core/writes/validations/delete-validation.ts'
import { endpoint } from '../http/endpoint.ts'
import type { Links } from '../http/links.ts'
import { idOf, parseId } from '../http/parse-id.ts'
import { presentValidation } from '../presenters/georeference.ts'
import { presentPlacedArea, presentPlacedPoint } from '../presenters/placed.ts'
import { created, json, type Reply } from '../http/reply.ts'
import type { Route } from '../http/route.ts'

const NOT_VISIBLE = 'The image does not exist, or is not visible to this user.'

const CONFLICT =
  'Another georeference is the newest (code `superseded`), the image is a duplicate or is not to be georeferenced, or the caller has placed it too often or drawn too many positions on it (code `too_many`).'

/** Placing images on the map, checking georeferences, and deleting both. */
export const placingRoutes: readonly Route[] = [
  endpoint('POST /api/v2/georeferences/', placeAtPoint, {
    summary: 'Place an image at a point',
    responses: { 201: placedPoint },
    errorResponses: { 404: NOT_VISIBLE, 409: CONFLICT },
    errorSchemas: { 409: pointConflict },
    ...presentPlacement(presentPlacedPoint),
  }),
  endpoint('POST /api/v2/from-above-georeferences/', placeOnArea, {
    summary: 'Place an image taken from above on an area',
    responses: { 201: placedArea },
    errorResponses: {
      404: NOT_VISIBLE,
      409: `The image was not taken from above. ${CONFLICT}`,
    },
    errorSchemas: { 409: areaConflict },
    ...presentPlacement(presentPlacedArea),
  }),
  ...georeferenceRoutes('georeference', 'georeferences', 'point'),
  ...georeferenceRoutes('from_above_georeference', 'from-above-georeferences', 'from-above'),
  endpoint('DELETE /api/v2/validations/:id/', deleteValidation, {
    summary: 'Delete a validation',
    responses: { 204: { description: 'Deleted.' } },
    target: idOf('Validation'),
  }),
]

function georeferenceRoutes(table: GeoreferenceKind, path: string, kind: string): Route[] {
  const target = ({ params }: { params: Record<string, string> }) => ({
    table,
    id: parseId(params['id'], 'Georeference'),
  })
  return [
    endpoint(`DELETE /api/v2/${path}/:id/`, deleteGeoreference, {
      summary: `Delete a ${kind} georeference`,
      responses: { 204: { description: 'Deleted, with its validations.' } },
      target,
    }),
    endpoint(`POST /api/v2/${path}/:id/withdraw/`, withdrawPlacement, {
      summary: `Take back a ${kind} georeference of one's own`,
      responses: { 204: { description: 'Taken back, as if it had never been made.' } },
      errorResponses: {
        403: 'Another user made the georeference.',
        404: 'The georeference does not exist, or its image is not visible to this user.',
        409: 'The image was placed again since (code `superseded`), a user has checked the georeference (code `checked`), or it is older than 15 minutes (code `too_late`).',
      },
      target,
    }),
    endpoint(`POST /api/v2/${path}/:id/validations/`, checkGeoreference, {
      summary: `Check a ${kind} georeference`,
      responses: { 200: validation, 201: validation },
      errorResponses: { 403: 'The caller made the georeference, or may not check yet.' },
      target,
      present: ({ validation: made, isReplacement }) =>
        json(presentValidation(made), isReplacement ? 200 : 201),
    }),
  ]
}

/** Also presents the newest georeference to a sender who has not seen it. */
function presentPlacement<Row extends PointRow | AreaRow>(
  present: (placed: Placed<Row>, links: Links) => object,
) {
  return {
    present: (placed: Placed<Row>, { links }: { links: Links }) => created(present(placed, links)),
    presentError(error: unknown, { links }: { links: Links }): Reply | undefined {
      if (!(error instanceof SupersededError)) return undefined
      const newest = error.newest as Placed<Row> | null
      const { code } = error.details
      return json({ detail: error.message, code, newest: newest && present(newest, links) }, 409)
    },
  }
}
