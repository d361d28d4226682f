import { license, licenses } from '../../core/contract/license.ts'
import { getLicense, listLicenses } from '../../core/queries/licenses.ts'
import { parseId } from '../parse-id.ts'
import { presentLicense } from '../presenters/license.ts'
import { json } from '../reply.ts'
import { route } from '../route.ts'

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
]
