import { addNewLicense } from '../../core/actions/add-license.ts'
import { removeLicense } from '../../core/actions/remove-license.ts'
import { license, licenses, type License } from '../../core/contract/license.ts'
import { licenseUpdate, newLicense } from '../../core/contract/new-license.ts'
import { moderate, moderateOnce } from '../../core/contributions/moderate.ts'
import { updateLicense } from '../../core/contributions/update-record.ts'
import { MODERATIONS_PER_MINUTE } from '../../core/limits.ts'
import { getLicense, listLicenses } from '../../core/queries/licenses.ts'
import { idempotencyHeaders, markReplay, parseIdempotencyKey } from '../idempotency-key.ts'
import { parseId } from '../parse-id.ts'
import { presentLicense } from '../presenters/license.ts'
import { created, json, noContent } from '../reply.ts'
import { route } from '../route.ts'
import { CHANGED_SINCE, CONTRIBUTION_ERRORS } from './contribution-errors.ts'

export const licenseRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/licenses/',
    mayLag: true,
    summary: 'List licenses',
    responses: { 200: licenses },
    async handle({ catalog }) {
      const all = await listLicenses(catalog.reads)
      return json(all.map(presentLicense))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/licenses/:id/',
    mayLag: true,
    summary: 'Get a license',
    responses: { 200: license },
    async handle({ catalog, params }) {
      const id = parseId(params.id, 'License')
      return json(presentLicense(await getLicense(catalog.reads, id)))
    },
  }),
  route({
    method: 'POST',
    path: '/api/v2/licenses/',
    summary: 'Add a license',
    responses: { 201: license },
    responseHeaders: ['Idempotency-Replayed'],
    errorResponses: {
      ...CONTRIBUTION_ERRORS,
      409: 'Another license has the name, ignoring case. Or a request with the same Idempotency-Key is still in progress.',
    },
    handlerInput: { headers: idempotencyHeaders },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: newLicense,
    async handle({ catalog, caller, body, headers }) {
      const request = { key: parseIdempotencyKey(headers), content: ['license', body] }
      const { result, isReplay } = await moderateOnce(catalog, caller, request, (tx, context) =>
        addNewLicense(tx, body, context),
      )
      return markReplay(created({ ...result, ...body } satisfies License), isReplay)
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v2/licenses/:id/',
    summary: 'Update a license, for all images that have it',
    responses: { 200: license },
    errorResponses: { 409: `Another license has the name. ${CHANGED_SINCE}` },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    body: licenseUpdate,
    async handle({ catalog, caller, params, body }) {
      const id = parseId(params.id, 'License')
      await updateLicense(catalog, caller, { id, input: body })
      return json(presentLicense(await getLicense(catalog.reads, id)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v2/licenses/:id/',
    summary: 'Remove a license that no image has',
    responses: { 204: { description: 'Removed.' } },
    errorResponses: { 409: 'Images have the license.' },
    access: 'moderator',
    perMinuteAndUser: MODERATIONS_PER_MINUTE,
    async handle({ catalog, caller, params }) {
      const id = parseId(params.id, 'License')
      await moderate(catalog, caller, (tx, context) => removeLicense(tx, id, context))
      return noContent()
    },
  }),
]
