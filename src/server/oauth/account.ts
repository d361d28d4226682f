import { chainRevoked } from '../../core/auth/auth-events.ts'
import { listConsents, withdrawConsent } from '../../core/auth/consent.ts'
import { getSiteName } from '../../core/queries/site-name.ts'
import { formBody } from '../middleware/parse.ts'
import { onwards, webPage } from '../pages/answers.ts'
import { accountPage } from '../pages/account.ts'
import { redirect } from '../reply.ts'
import { route } from '../route.ts'
import { PRIVATE, requireOwnForm, sessionOf, toSignIn } from './browser-session.ts'

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/account/',
    summary: 'Shows the apps that may act for a person',
    answers: { 200: webPage, 303: onwards },
    failures: 'page',
    async handle(request) {
      const { catalog, links } = request
      const session = await sessionOf(request)
      if (!session) return toSignIn(request)
      const consents = await listConsents(catalog.reads, session.userId)
      return accountPage({ session, consents, links, siteName: await getSiteName(catalog.reads) })
    },
  }),
  route({
    method: 'POST',
    path: '/account/withdraw/',
    summary: 'Takes a consent back',
    answers: { 303: onwards },
    refusals: { 403: 'The form is not this session’s own.' },
    failures: 'page',
    body: formBody,
    async handle(request) {
      const { catalog, links, body } = request
      const here = redirect(links.base('/account/'), PRIVATE)
      const session = await sessionOf(request)
      if (!session) return here
      requireOwnForm(session, body)
      const key = { userId: session.userId, clientId: body.get('client_id') ?? '' }
      const ended = await catalog.write((tx) => withdrawConsent(tx, key))
      for (const grantId of ended) chainRevoked(catalog.log, grantId, 'consent withdrawn')
      return here
    },
  }),
]
