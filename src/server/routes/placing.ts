import {
  areaConflict,
  areaPlacement,
  check,
  placedArea,
  placedPoint,
  placement,
  pointConflict,
} from '../../core/contract/contribution.ts'
import { validation } from '../../core/contract/georeference.ts'
import { checkGeoreference } from '../../core/contributions/check-georeference.ts'
import { deletePlacement } from '../../core/contributions/delete-placement.ts'
import {
  placeAtPoint,
  placeOnArea,
  SupersededError,
  type Placed,
} from '../../core/contributions/place-image.ts'
import type { GeoreferenceKind } from '../../core/model/georeference-kind.ts'
import type { AreaRow, PointRow } from '../../core/queries/image-contributions.ts'
import { CONTRIBUTIONS_PER_MINUTE } from '../../core/limits.ts'
import { toContributor } from '../contributor.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { parseId } from '../parse-id.ts'
import { presentValidation } from '../presenters/georeference.ts'
import { presentPlacedArea, presentPlacedPoint } from '../presenters/placed.ts'
import { created, json, noContent, type Reply } from '../reply.ts'
import { route, type Route } from '../route.ts'
import { CONTRIBUTION_ERRORS, perMinute } from './contribution-errors.ts'

const CONFLICT =
  'Another georeference is the newest (code `superseded`), the image is a duplicate or is not to be georeferenced, the caller has placed it too often or drawn too many positions on it (code `too_many`), or a request with the same Idempotency-Key is still in progress.'

/** Placing images on the map, checking georeferences, and deleting them. */
export const placingRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v2/georeferences/',
    summary: 'Place an image at a point',
    responses: { 201: placedPoint },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      404: 'The image does not exist, or is not visible to this user.',
      409: CONFLICT,
      429: perMinute(CONTRIBUTIONS_PER_MINUTE.placements),
    },
    errorSchemas: { 409: pointConflict },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: placement,
    async handle({ catalog, caller, body, headers, links }) {
      const request = { input: body, key: parseIdempotencyKey(headers) }
      return replyWithPlacement<PointRow>(
        (placed) => presentPlacedPoint(placed, links),
        () => placeAtPoint(catalog, toContributor(caller), request),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/from-above-georeferences/',
    summary: 'Place an image taken from above on an area',
    responses: { 201: placedArea },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      404: 'The image does not exist, or is not visible to this user.',
      409: `The image was not taken from above. ${CONFLICT}`,
      429: perMinute(CONTRIBUTIONS_PER_MINUTE.placements),
    },
    errorSchemas: { 409: areaConflict },
    handlerInput: { headers: idempotencyHeaders },
    access: 'contributor',
    body: areaPlacement,
    async handle({ catalog, caller, body, headers, links }) {
      const request = { input: body, key: parseIdempotencyKey(headers) }
      return replyWithPlacement<AreaRow>(
        (placed) => presentPlacedArea(placed, links),
        () => placeOnArea(catalog, toContributor(caller), request),
      )
    },
  }),
  ...georeferenceRoutes('georeference', 'georeferences', 'point'),
  ...georeferenceRoutes('from_above_georeference', 'from-above-georeferences', 'from-above'),
]

function georeferenceRoutes(table: GeoreferenceKind, path: string, kind: string): Route[] {
  return [
    route({
      method: 'DELETE',
      path: `/api/v2/${path}/:id/`,
      summary: `Delete a ${kind} georeference`,
      responses: { 204: { description: 'Deleted, with its validations.' } },
      access: 'moderator',
      async handle({ catalog, caller, params }) {
        const id = parseId(params.id, 'Georeference')
        await deletePlacement(catalog, caller, { table, id })
        return noContent()
      },
    }),
    route({
      method: 'POST',
      path: `/api/v2/${path}/:id/validations/`,
      summary: `Check a ${kind} georeference`,
      responses: { 200: validation, 201: validation },
      responseHeaders: ['Idempotency-Replayed'],
      errorResponses: {
        ...CONTRIBUTION_ERRORS,
        403: 'The caller made the georeference, or may not check yet.',
        429: perMinute(CONTRIBUTIONS_PER_MINUTE.validations),
      },
      handlerInput: { headers: idempotencyHeaders },
      access: 'contributor',
      body: check,
      async handle({ catalog, caller, params, body, headers }) {
        const id = parseId(params.id, 'Georeference')
        const request = { table, id, input: body, key: parseIdempotencyKey(headers) }
        const { result, isReplay } = await checkGeoreference(
          catalog,
          toContributor(caller),
          request,
        )
        const status = result.isReplacement ? 200 : 201
        return markReplay(json(presentValidation(result.validation), status), isReplay)
      },
    }),
  ]
}

/** Also shows the newest georeference to a sender who has not seen it. */
async function replyWithPlacement<Row extends PointRow | AreaRow>(
  present: (placed: Placed<Row>) => object,
  place: () => Promise<{ result: Placed<Row>; isReplay: boolean }>,
): Promise<Reply> {
  try {
    const { result, isReplay } = await place()
    return markReplay(created(present(result)), isReplay)
  } catch (error) {
    if (!(error instanceof SupersededError)) throw error
    const newest = error.newest as Placed<Row> | null
    const { code } = error.details
    return json({ detail: error.message, code, newest: newest && present(newest) }, 409)
  }
}
