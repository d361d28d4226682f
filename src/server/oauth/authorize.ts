import {
  identifyApp,
  parseAuthorizationRequest,
  stateOf,
  type AskingApp,
} from '../../core/auth/authorization-request.ts'
import { requireGrantType } from '../../core/auth/grant-types.ts'
import { approve, approveAsBefore, type Authorization } from '../../core/auth/codes.ts'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { isLoopbackUri, redirectTo } from '../../core/auth/redirect-uri.ts'
import type { Session } from '../../core/auth/sessions.ts'
import { authorizationRequest } from '../../core/contract/oauth.ts'
import { CatalogError } from '../../core/errors.ts'
import { getSiteName } from '../../core/queries/site-name.ts'
import { formBody } from '../middleware/parse.ts'
import { onwards, webPage } from '../pages/answers.ts'
import { consentPage } from '../pages/consent.ts'
import { redirect, type Reply } from '../reply.ts'
import { route, type RouteRequest } from '../route.ts'
import { PRIVATE, requireOwnForm, sessionOf, toSignIn } from './browser-session.ts'
import { issuerOf } from './metadata.ts'
import { queryOf } from './query.ts'

type Decide = (authorization: Authorization, session: Session) => Promise<Reply | string>

/** The page posts to its own address, so that the form's request is checked from scratch like the first. */
export const authorizeRoutes = [
  route({
    method: 'GET',
    path: '/oauth/authorize/',
    summary: 'Asks a person whether an app may act for them',
    answers: { 200: webPage, 303: onwards },
    refusals: { 400: 'The app is not known, or asks in a way that it may not be told about.' },
    reads: { query: authorizationRequest },
    failures: 'page',
    handle: (request) => authorize(request, (...asked) => rememberedOrAsk(request, ...asked)),
  }),
  route({
    method: 'POST',
    path: '/oauth/authorize/',
    summary: 'Takes the person’s answer',
    answers: { 303: onwards },
    refusals: {
      400: 'The app is not known, or asks in a way that it may not be told about.',
      403: 'The form is not this session’s own.',
    },
    reads: { query: authorizationRequest },
    failures: 'page',
    body: formBody,
    handle: (request) => authorize(request, (...asked) => decided(request, ...asked)),
  }),
]

/** @param decide answers with a code for the app, or with what to show to the user */
async function authorize(request: RouteRequest, decide: Decide): Promise<Reply> {
  const given = queryOf(request)
  const app = await identifyApp(request.catalog.reads, given)
  const session = await sessionOf(request)
  // Otherwise any website could register itself and use this address to send strangers on (RFC 9700, 4.11.2).
  if (!session && !isLoopbackUri(app.redirectUri)) return toSignIn(request)
  const tell = (answer: Record<string, string>): Reply => {
    const common = { state: stateOf(given), iss: issuerOf(request.links) }
    return redirect(redirectTo(app.redirectUri, { ...answer, ...common }), PRIVATE)
  }
  try {
    const answer = await answerOf(request, { app, session }, decide)
    return typeof answer === 'string' ? tell({ code: answer }) : answer
  } catch (error) {
    const refusal = asRefusal(request, error)
    return tell({ error: refusal.code, error_description: refusal.message })
  }
}

async function answerOf(
  request: RouteRequest,
  { app, session }: { app: AskingApp; session: Session | undefined },
  decide: Decide,
): Promise<Reply | string> {
  requireGrantType(app.client, 'authorization_code')
  const asked = parseAuthorizationRequest(queryOf(request))
  if (!session) return toSignIn(request)
  return decide({ ...app, ...asked, userId: session.userId }, session)
}

async function rememberedOrAsk(
  { catalog, links, target }: RouteRequest,
  authorization: Authorization,
  session: Session,
): Promise<Reply | string> {
  const code = authorization.forced ? undefined : await approveAsBefore(catalog, authorization)
  if (code !== undefined) return code
  const siteName = await getSiteName(catalog.reads)
  return consentPage({ ...authorization, session, target, links, siteName })
}

async function decided(
  { catalog, body }: RouteRequest<unknown, URLSearchParams>,
  authorization: Authorization,
  session: Session,
): Promise<string> {
  requireOwnForm(session, body)
  const decision = body.get('decision')
  if (decision === 'allow') return approve(catalog, authorization)
  if (decision === 'cancel') throw new OAuthError('access_denied', 'The user declined.')
  throw new CatalogError('invalid', 'Please choose to allow or to cancel.')
}

/** What the app is told; whatever only the user can mend is thrown on, to become a page. */
function asRefusal({ catalog }: RouteRequest, error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  if (error instanceof CatalogError) throw error
  catalog.log.error({ err: error }, 'an authorization failed unexpectedly')
  return new OAuthError('server_error', 'Internal error.')
}
