import {
  getDevAccountById,
  getDevAccountByName,
  listDevAccounts,
} from '../../core/auth/dev-accounts.ts'
import type { Account } from '../../core/integrations/account.ts'
import { isLoopback } from '../../core/config/config.ts'
import type { Tx } from '../../core/database/store.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { hostnameOf } from '../middleware/local-only.ts'
import { formBody } from '../middleware/read-body.ts'
import { seeOther, htmlPage } from '../pages/responses.ts'
import { renderDevSignInPage, renderSignInPage } from '../pages/sign-in.ts'
import { createVisit } from '../pages/visit.ts'
import { redirect, type Reply } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import {
  endSession,
  PRIVATE_HEADERS,
  requireCsrfToken,
  findBrowserSession,
  startSession,
} from './browser-session.ts'
import { endOtherSessions } from './end-sessions.ts'
import { toReturnUrl } from './return-address.ts'
import { readQuery } from './query.ts'
import { isSignInNotice, type SignInNotice } from './sign-in-path.ts'
import { parseFieldId } from '../http/parse-id.ts'

export const signInPageRoutes = [
  route({
    method: 'GET',
    path: '/login/',
    summary: 'Show the sign-in page',
    responses: { 200: htmlPage, 303: seeOther },
    errorResponses: { 503: 'Sign-in is not set up.' },
    errorFormat: 'page',
    handle: showSignIn,
  }),
  route({
    method: 'POST',
    path: '/login/',
    summary: 'Sign in to a development server',
    responses: { 303: seeOther },
    errorResponses: {
      403: 'The form was sent from another site.',
      404: 'This is not a development server.',
    },
    errorFormat: 'page',
    body: formBody,
    async handle(request) {
      requireDevServer(request)
      const next = toReturnUrl(request.links, request.body.get('next'))
      return startSession(request, (tx) => findChosenAccount(tx, request.body), next)
    },
  }),
  route({
    method: 'POST',
    path: '/logout/',
    summary: 'Sign out',
    responses: { 303: seeOther },
    errorResponses: { 403: 'The form does not belong to this session.' },
    errorFormat: 'page',
    body: formBody,
    async handle(request) {
      const session = await findBrowserSession(request)
      if (session) {
        requireCsrfToken(session, request.body)
        if (request.body.has('everywhere')) await endOtherSessions(request.catalog, session)
      }
      return endSession(request, toReturnUrl(request.links, request.body.get('next')))
    },
  }),
]

async function showSignIn(request: RouteRequest): Promise<Reply> {
  const { catalog, links } = request
  const next = readQuery(request).get('next') ?? '/'
  if (await findBrowserSession(request)) return redirect(toReturnUrl(links, next), PRIVATE_HEADERS)
  const siteName = await getSiteName(catalog.reads)
  const visit = createVisit(request, {
    session: undefined,
    siteName,
    site: catalog.config,
  })
  if (catalog.config.dev) {
    const accounts = await listDevAccounts(catalog.reads)
    return renderDevSignInPage({ visit, next, accounts })
  }
  const notice = findNotice(request)
  if (catalog.osm) return renderSignInPage({ visit, next, notice })
  throw new CatalogError('unavailable', ['no_sign_in'])
}

function findNotice(request: RouteRequest): SignInNotice | undefined {
  const problem = readQuery(request).get('problem')
  return isSignInNotice(problem) ? problem : undefined
}

/** Rejects sign-ins from other sites, including those that use DNS rebinding. */
function requireDevServer({ catalog, headers }: RouteRequest): void {
  if (!catalog.config.dev) throw new CatalogError('not_found', 'Page not found.')
  const site = headers['sec-fetch-site'] ?? 'none'
  const isLocal = isLoopback(hostnameOf(`http://${headers.host}`))
  if (isLocal && ['same-origin', 'none'].includes(site)) return
  throw new CatalogError('forbidden', ['other_sign_in_page'])
}

function findChosenAccount(tx: Tx, form: URLSearchParams): Promise<Account> {
  const user = form.get('user')
  if (user === null) return getDevAccountByName(tx, form.get('name') ?? '')
  return getDevAccountById(tx, parseFieldId(user))
}
