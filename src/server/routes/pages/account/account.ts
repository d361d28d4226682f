import { z } from 'zod'
import { recordVisit } from '../../../../core/writes/users/record-visit.ts'
import { listConsents } from '../../../../core/auth/consent.ts'
import { listSessions } from '../../../../core/auth/sessions.ts'
import { countContributions } from '../../../../core/queries/people/contributions.ts'
import { listNews } from '../../../../core/queries/own/news.ts'
import { findSuspension } from '../../../../core/queries/people/suspensions.ts'
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
    const since = await recordVisit(catalog, userId)
    const [news, suspension, sessions, contributions, consents] = await Promise.all([
      listNews(reads, { userId, since }),
      findSuspension(reads, userId),
      listSessions(reads, userId, clock.now()),
      countContributions(reads, userId),
      listConsents(reads, userId),
    ])
    return createAccountPage(visit, {
      suspension,
      sessions,
      contributions,
      consents,
      news,
      since,
      notice: query.done,
    })
  },
})
