import { logConsentWithdrawn } from '../../core/auth/security-events.ts'
import { listConsents, withdrawConsent } from '../../core/auth/consent.ts'
import { listSessions, type Session } from '../../core/auth/sessions.ts'
import { countContributions } from '../../core/queries/contributions.ts'
import { getSiteName } from '../../core/queries/site-name.ts'
import { seeOther, htmlPage } from '../pages/responses.ts'
import { renderAccountPage } from '../pages/account.ts'
import { createVisit } from '../pages/visit.ts'
import { route, type RouteRequest } from '../route.ts'
import { accountFormRoute } from './account-form.ts'
import { findBrowserSession, redirectToSignIn } from './browser-session.ts'
import { readQuery } from './query.ts'

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/account/',
    summary: 'Show the account page',
    responses: { 200: htmlPage, 303: seeOther },
    errorFormat: 'page',
    async handle(request) {
      const session = await findBrowserSession(request)
      if (!session) return redirectToSignIn(request)
      return renderAccountPage({ session, ...(await readAccount(request, session)) })
    },
  }),
  accountFormRoute({
    path: '/account/withdraw/',
    summary: 'Withdraw an app’s access',
    notice: 'withdrawn',
    async submit({ catalog, body }, { userId: user }) {
      const client = body.get('client_id') ?? ''
      const grants = await catalog.write((tx) =>
        withdrawConsent(tx, { userId: user, clientId: client }),
      )
      if (grants) logConsentWithdrawn(catalog.log, { user, client, grants })
    },
  }),
]

async function readAccount(request: RouteRequest, session: Session) {
  const { userId } = session
  const { reads, clock } = request.catalog
  return {
    sessions: await listSessions(reads, userId, clock.now()),
    contributions: await countContributions(reads, userId),
    consents: await listConsents(reads, userId),
    visit: createVisit(request, { session, siteName: await getSiteName(reads) }),
    notice: readQuery(request).get('done'),
  }
}
