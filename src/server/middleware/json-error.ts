import type { Context } from 'koa'
import type { OAuthError } from '../../core/auth/oauth-error.ts'
import { CatalogError } from '../../core/base/errors.ts'
import { isAppAtFault, type RequestFailure } from './request-failure.ts'
import { toOAuthBody, toRegistrationBody } from './oauth-bodies.ts'

/** Statuses of errors that all routes have in common, whose body has the same format on all of them. */
export const SHARED_STATUSES = [401, 403, 408, 413, 415, 429]

/** Responds with the error as JSON, in the format that the route declares. */
export function respondWithJson(ctx: Context, failure: RequestFailure): void {
  const { status, error } = failure
  const format = ctx.state.errorFormat
  const oauth = toOAuthBody(error)
  setChallenge(ctx, error)
  if ((format === 'oauth' || (format === 'page' && isAppAtFault(failure))) && oauth) {
    ctx.set('Cache-Control', 'no-store')
    sendJson(ctx, status < 500 ? 400 : status, oauth)
  } else if (format === 'registration')
    sendJson(ctx, status, toRegistrationBody(error, toApiBody(ctx, failure)))
  else sendJson(ctx, status, toApiBody(ctx, failure))
}

function toApiBody({ state }: Context, { status, error }: RequestFailure): object {
  const { fields, code, imageId } = error instanceof CatalogError ? error.details : {}
  const key = SHARED_STATUSES.includes(status) ? 'detail' : (state.errorKey ?? 'detail')
  // JSON leaves out undefined members.
  return fields ?? { [key]: error.message, code, image_id: imageId }
}

/** Adds the challenge of RFC 6750, section 3. */
function setChallenge(ctx: Context, error: CatalogError | OAuthError): void {
  if (!(error instanceof CatalogError)) return
  if (error.kind === 'unauthenticated') {
    const reason = error.details.code === 'invalid_token' ? ', error="invalid_token"' : ''
    ctx.set('WWW-Authenticate', `Bearer realm="api"${reason}`)
  }
  if (error.details.missingScope !== undefined) {
    ctx.set(
      'WWW-Authenticate',
      `Bearer error="insufficient_scope", scope="${error.details.missingScope}"`,
    )
  }
}

function sendJson(ctx: Context, status: number, body: object): void {
  ctx.status = status
  ctx.set('Content-Type', 'application/json')
  ctx.body = JSON.stringify(body)
}
