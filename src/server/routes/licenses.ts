import { getLicense, listLicenses } from '../../core/queries/licenses.ts'
import { idParameter } from '../parameters.ts'
import { presentLicense } from '../presenters/license.ts'
import { json } from '../reply.ts'
import { route } from '../route.ts'

export const licenseRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/licenses/',
    async handle({ catalog }) {
      const licenses = await listLicenses(catalog.reads)
      return json(licenses.map(presentLicense))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/licenses/:id/',
    async handle({ catalog, params }) {
      const id = idParameter(params.id, 'License')
      return json(presentLicense(await getLicense(catalog.reads, id)))
    },
  }),
]
