import { statistics } from '../../core/contract/statistics.ts'
import { getStatistics } from '../../core/queries/site/statistics.ts'
import { presentStatistics } from '../presenters/statistics.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

export const statisticsRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/stats/',
    cacheable: true,
    mayLag: true,
    summary: 'Get site statistics',
    responses: { 200: statistics },
    async handle({ catalog }) {
      return json(presentStatistics(await getStatistics(catalog)))
    },
  }),
]
