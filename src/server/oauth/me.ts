import { me } from '../../core/contract/me.ts'
import { presentMe } from '../presenters/me.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

export const meRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/auth/me/',
    summary: 'Get the user of the access token',
    responses: { 200: me },
    access: 'token',
    async handle({ caller }) {
      return json(caller && presentMe(caller))
    },
  }),
]
