import type { Context, Middleware } from 'koa'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  rate_limited: 429,
  unavailable: 503,
  busy: 503,
}

/** Turns every failure below into its answer; a bug becomes a 500 that says nothing but its number. */
export function errors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) answer(ctx, 404, { detail: 'Not found.' })
    } catch (error) {
      if (error instanceof OAuthError) answerOAuth(ctx, error)
      else if (error instanceof CatalogError) answerExpected(ctx, error)
      else answerBug(ctx, error, log)
    }
  }
}

/** RFC 6749, section 5.2; every refusal is 400 here, failed client authentication too. */
function answerOAuth(ctx: Context, { code, message }: OAuthError): void {
  ctx.set('Cache-Control', 'no-store')
  answer(ctx, 400, { error: code, error_description: message })
}

function answerExpected(ctx: Context, error: CatalogError): void {
  if (ctx.state.failures === 'oauth' && error.kind !== 'rate_limited') {
    return answerOAuth(ctx, new OAuthError('invalid_request', error.message))
  }
  const { fields, code, retryAfterSeconds } = error.details
  const extra = code === undefined ? {} : { code }
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
  challenge(ctx, error)
  const key = ctx.state.errorKey ?? 'detail'
  answer(ctx, STATUS[error.kind], fields ?? { [key]: error.message, ...extra })
}

/** RFC 6750, section 3. */
function challenge(ctx: Context, error: CatalogError): void {
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

function answerBug(ctx: Context, error: unknown, log: Logger): void {
  log.error({ err: error, request: ctx.state.requestId }, 'a request failed unexpectedly')
  const told = `Internal error. Its number in the log is ${ctx.state.requestId}.`
  const oauth = { error: 'server_error', error_description: told }
  answer(ctx, 500, ctx.state.failures === 'oauth' ? oauth : { detail: told })
}

function answer(ctx: Context, status: number, body: object): void {
  ctx.status = status
  ctx.type = 'application/json'
  ctx.body = JSON.stringify(body)
}
