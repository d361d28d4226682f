import {
  identifyApp,
  parseAuthorizationRequest,
  getState,
  type RequestingApp,
} from '../../core/auth/authorization-request.ts'
import { requireGrantType } from '../../core/auth/grant-types.ts'
import { approveRequest, approveIfConsented, type Authorization } from '../../core/auth/codes.ts'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { isLoopbackUri, addParameters } from '../../core/auth/redirect-uri.ts'
import type { Session } from '../../core/auth/sessions.ts'
import { authorizationRequest } from '../../core/contract/oauth.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { getSiteName } from '../../core/queries/settings/site-name.ts'
import { formBody } from '../middleware/read-body.ts'
import { seeOther, htmlPage } from '../pages/responses.ts'
import { renderConsentPage } from '../pages/consent.ts'
import { createVisit } from '../pages/visit.ts'
import { redirect, type Reply } from '../http/reply.ts'
import { route, type RouteRequest } from '../http/route.ts'
import {
  PRIVATE_HEADERS,
  requireCsrfToken,
  findBrowserSession,
  redirectToSignIn,
} from './browser-session.ts'
import { issuerUrl } from './metadata.ts'
import { readQuery } from './query.ts'

type Decide = (authorization: Authorization, session: Session) => Promise<Reply | string>

/** The consent page posts to its own URL, so that the authorization request is validated again. */
export const authorizeRoutes = [
  route({
    method: 'GET',
    path: '/oauth/authorize/',
    hasEffects: true,
    summary: 'Request authorization from a user',
    responses: { 200: htmlPage, 303: seeOther },
    errorResponses: {
      400: 'The app is unknown, its redirect URI is not registered, or PKCE with S256 is missing.',
    },
    handlerInput: { query: authorizationRequest },
    errorFormat: 'page',
    handle: (request) => authorize(request, (...args) => approveOrAsk(request, ...args)),
  }),
  route({
    method: 'POST',
    path: '/oauth/authorize/',
    summary: 'Submit the user’s decision',
    responses: { 303: seeOther },
    errorResponses: {
      400: 'The app is unknown, its redirect URI is not registered, or PKCE with S256 is missing.',
      403: 'The form does not belong to this session.',
    },
    handlerInput: { query: authorizationRequest },
    errorFormat: 'page',
    body: formBody,
    handle: (request) => authorize(request, (...args) => applyDecision(request, ...args)),
  }),
]

/** @param decide returns an authorization code for the app, or a reply for the user */
async function authorize(request: RouteRequest, decide: Decide): Promise<Reply> {
  const query = readQuery(request)
  // Outside the `try`: an unknown app or redirect URI is answered with a page, never with a redirect.
  const app = await identifyApp(request.catalog.reads, query)
  const session = await findBrowserSession(request)
  // Otherwise any website could register and use this URL as an open redirector (RFC 9700, section 4.11.2).
  if (!session && !isLoopbackUri(app.redirectUri)) return redirectToSignIn(request)
  const redirectToApp = (result: Record<string, string>): Reply => {
    const common = { state: getState(query), iss: issuerUrl(request.links) }
    return redirect(addParameters(app.redirectUri, { ...result, ...common }), PRIVATE_HEADERS)
  }
  try {
    const result = await validateAndDecide(request, { app, session }, decide)
    return typeof result === 'string' ? redirectToApp({ code: result }) : result
  } catch (error) {
    const { code, message } = toRedirectError(request, error)
    return redirectToApp({ error: code, error_description: message })
  }
}

async function validateAndDecide(
  request: RouteRequest,
  { app, session }: { app: RequestingApp; session: Session | undefined },
  decide: Decide,
): Promise<Reply | string> {
  requireGrantType(app.client, 'authorization_code')
  const parameters = parseAuthorizationRequest(readQuery(request))
  if (!session) return redirectToSignIn(request)
  return decide({ ...app, ...parameters, userId: session.userId }, session)
}

async function approveOrAsk(
  request: RouteRequest,
  authorization: Authorization,
  session: Session,
): Promise<Reply | string> {
  const { catalog } = request
  const code = authorization.forced ? undefined : await approveIfConsented(catalog, authorization)
  if (code !== undefined) return code
  const siteName = await getSiteName(catalog.reads)
  const visit = createVisit(request, { session, siteName, site: catalog.config })
  return renderConsentPage({ ...authorization, session, visit })
}

async function applyDecision(
  { catalog, body }: RouteRequest<unknown, URLSearchParams>,
  authorization: Authorization,
  session: Session,
): Promise<string> {
  requireCsrfToken(session, body)
  const decision = body.get('decision')
  if (decision === 'allow') return approveRequest(catalog, authorization)
  if (decision === 'cancel') throw new OAuthError('access_denied', 'The user declined.')
  throw new CatalogError('invalid', ['neither_allowed_nor_canceled'])
}

/** Returns the error to send to the app. Rethrows errors for the user, which become a page. */
function toRedirectError({ catalog }: RouteRequest, error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof CatalogError) throw error
  catalog.log.error({ err: error }, 'authorization failed unexpectedly')
  return new OAuthError('server_error', 'Internal error.')
}
