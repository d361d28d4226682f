import { license, licenses } from '../../core/contract/license.ts'
import { getLicense, listLicenses } from '../../core/queries/sources/licenses.ts'
import { addLicense, editLicense, removeLicense } from '../../core/writes/licenses.ts'
import { endpoint } from '../http/endpoint.ts'
import { idOf, parseId } from '../http/parse-id.ts'
import { presentLicense } from '../presenters/license.ts'
import { created, json } from '../http/reply.ts'
import { route } from '../http/route.ts'
import { CHANGED_SINCE } from '../http/contribution-errors.ts'

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
      return json(presentLicense(await getLicense(catalog.reads, parseId(params.id, 'License'))))
    },
  }),
  endpoint('POST /api/v2/licenses/', addLicense, {
    summary: 'Add a license',
    responses: { 201: license },
    errorResponses: { 409: 'Another license has the name, ignoring case.' },
    present: created,
  }),
  endpoint('PATCH /api/v2/licenses/:id/', editLicense, {
    summary: 'Update a license, for all images that have it',
    responses: { 200: license },
    errorResponses: { 409: `Another license has the name. ${CHANGED_SINCE}` },
    target: idOf('License'),
    present: (changed) => json(presentLicense(changed)),
  }),
  endpoint('DELETE /api/v2/licenses/:id/', removeLicense, {
    summary: 'Remove a license that no image has',
    responses: { 204: { description: 'Removed.' } },
    errorResponses: { 409: 'Images have the license.' },
    target: idOf('License'),
  }),
]
