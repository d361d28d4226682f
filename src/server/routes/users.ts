import { getVisibility } from '../../core/auth/caller.ts'
import { user, userList, userQuery } from '../../core/contract/user.ts'
import { parsePage } from '../../core/model/page.ts'
import { getContributor, listContributors } from '../../core/queries/people/contributors.ts'
import { presentPage } from '../presenters/pagination.ts'
import { parseId } from '../http/parse-id.ts'
import { presentUser } from '../presenters/user.ts'
import { json } from '../http/reply.ts'
import { route } from '../http/route.ts'

export const userRoutes = [
  route({
    method: 'GET',
    path: '/api/v2/users/',
    cacheable: true,
    mayLag: true,
    summary: 'List contributors',
    responses: { 200: userList },
    query: userQuery,
    async handle({ catalog, caller, query, links, target }) {
      const page = parsePage(query)
      const users = await listContributors(
        catalog.reads,
        getVisibility(caller),
        query.ordering,
        page,
      )
      return json(presentPage(users, { page, links, target }, presentUser))
    },
  }),
  route({
    method: 'GET',
    path: '/api/v2/users/:id/',
    mayLag: true,
    summary: 'Get a contributor',
    responses: { 200: user },
    async handle({ catalog, caller, params }) {
      const id = parseId(params.id, 'User')
      return json(presentUser(await getContributor(catalog.reads, id, getVisibility(caller))))
    },
  }),
]
