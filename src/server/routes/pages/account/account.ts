import { z } from 'zod'
import { listConsents } from '../../../../core/auth/consent.ts'
import { listSessions } from '../../../../core/auth/sessions.ts'
import { countContributions } from '../../../../core/queries/contributions.ts'
import { createAccountPage } from '../../../pages/account/account.ts'
import { privatePageRoute } from '../private-page-route.ts'

export const accountPageRoute = privatePageRoute({
  path: '/account/',
  summary: 'Show the account page',
  access: 'user',
  query: z.object({ done: z.string().optional() }),
  async show(visit, { catalog, query }) {
    const { reads, clock } = catalog
    const { userId } = visit.session
    const [sessions, contributions, consents] = await Promise.all([
      listSessions(reads, userId, clock.now()),
      countContributions(reads, userId),
      listConsents(reads, userId),
    ])
    return createAccountPage(visit, { sessions, contributions, consents, notice: query.done })
  },
})
