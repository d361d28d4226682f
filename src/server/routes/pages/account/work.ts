import { z } from 'zod'
import { createWorkPage, OWN_KINDS } from '../../../pages/account/work.ts'
import { privatePageRoute } from '../private-page-route.ts'
import { readWorkPage } from '../work-lists.ts'

export const workPageRoute = privatePageRoute({
  path: '/account/work/',
  summary: 'Show the user’s own work',
  access: 'user',
  query: z.object({
    kind: z.enum(OWN_KINDS).default('points'),
    before: z
      .string()
      .optional()
      .describe('Show only what is older: a timestamp, a comma and an id.'),
  }),
  async show(visit, { catalog, query, links }) {
    const { kind, before } = query
    const { userId } = visit.session
    const page = await readWorkPage(catalog, links, { userId, kind, before })
    return createWorkPage(visit, { kind, ...page })
  },
})
