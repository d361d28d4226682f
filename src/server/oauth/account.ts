import { consentWithdrawn } from '../../core/auth/security-events.ts'
import { listConsents, withdrawConsent } from '../../core/auth/consent.ts'
import { listSessions, type Session } from '../../core/auth/sessions.ts'
import { countContributions } from '../../core/queries/contributions.ts'
import { getSiteName } from '../../core/queries/site-name.ts'
import { seeOther, webPage } from '../pages/responses.ts'
import { accountPage } from '../pages/account.ts'
import { route, type RouteRequest } from '../route.ts'
import { accountForm } from './account-form.ts'
import { sessionOf, toSignIn } from './browser-session.ts'
import { queryOf } from './query.ts'

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/account/',
    summary: 'Show the account page',
    responses: { 200: webPage, 303: seeOther },
    errorFormat: 'page',
    async handle(request) {
      const { links } = request
      const session = await sessionOf(request)
      if (!session) return toSignIn(request)
      return accountPage({ session, links, ...(await accountOf(request, session)) })
    },
  }),
  accountForm({
    path: '/account/withdraw/',
    summary: 'Withdraw an app’s access',
    done: 'withdrawn',
    async submit({ catalog, body }, { userId: user }) {
      const client = body.get('client_id') ?? ''
      const grants = await catalog.write((tx) =>
        withdrawConsent(tx, { userId: user, clientId: client }),
      )
      if (grants) consentWithdrawn(catalog.log, { user, client, grants })
    },
  }),
]

async function accountOf(request: RouteRequest, { userId }: Session) {
  const { reads, clock } = request.catalog
  return {
    sessions: await listSessions(reads, userId, clock.now()),
    contributions: await countContributions(reads, userId),
    consents: await listConsents(reads, userId),
    siteName: await getSiteName(reads),
    done: queryOf(request).get('done'),
  }
}
