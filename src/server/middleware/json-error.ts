import type { Context } from 'koa'
import type { OAuthError } from '../../core/auth/oauth-error.ts'
import { CatalogError } from '../../core/errors.ts'
import { isAppsMistake, type Failure } from './http-error.ts'
import { oauthBody, registrationBody } from './oauth-bodies.ts'

/** Responds with the error as JSON, in the format that the route declares. */
export function respondWithJson(ctx: Context, failure: Failure): void {
  const { status, error } = failure
  const style = ctx.state.errorFormat
  const oauth = oauthBody(error)
  challenge(ctx, error)
  if ((style === 'oauth' || (style === 'page' && isAppsMistake(failure))) && oauth) {
    ctx.set('Cache-Control', 'no-store')
    answer(ctx, status < 500 ? 400 : status, oauth)
  } else if (style === 'registration')
    answer(ctx, status, registrationBody(error, apiBody(ctx, error)))
  else answer(ctx, status, apiBody(ctx, error))
}

function apiBody(ctx: Context, error: CatalogError | OAuthError): object {
  const { fields, code, imageId } = error instanceof CatalogError ? error.details : {}
  // JSON leaves out undefined members.
  return fields ?? { [ctx.state.errorKey ?? 'detail']: error.message, code, image_id: imageId }
}

/** RFC 6750, section 3. */
function challenge(ctx: Context, error: CatalogError | OAuthError): void {
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

function answer(ctx: Context, status: number, body: object): void {
  ctx.status = status
  ctx.set('Content-Type', 'application/json')
  ctx.body = JSON.stringify(body)
}
