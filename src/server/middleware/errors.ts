import type { Context, Middleware } from 'koa'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import type { Links } from '../links.ts'
import { errorPage } from '../pages/error.ts'
import { oauthBody, registrationBody } from './oauth-bodies.ts'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  unprocessable: 422,
  rate_limited: 429,
  unavailable: 503,
  busy: 503,
}

/** Turns every failure below into its answer; a bug becomes a 500 that says nothing but its number. */
export function errors(log: Logger, links: Links): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) answer(ctx, 404, { detail: 'Not found.' })
    } catch (error) {
      const failure = expected(error) ?? bug(ctx, error, log)
      noteOutage(ctx, failure, log)
      if (ctx.state.failures === 'page') answerPage(ctx, failure, links)
      else answerJson(ctx, failure)
    }
  }
}

/** A failure on its way out. */
interface Failure {
  status: number
  error: CatalogError | OAuthError
  /** Of a bug, in the log. */
  number?: string
}

/** Every OAuth refusal is 400 here, failed client authentication too. */
function expected(error: unknown): Failure | undefined {
  if (error instanceof OAuthError) return { status: 400, error }
  if (error instanceof CatalogError) return { status: STATUS[error.kind], error }
  return undefined
}

/** What others' services fail at, in their libraries' words: those name no secret, their details might. */
function noteOutage(ctx: Context, { error }: Failure, log: Logger): void {
  if (!(error instanceof CatalogError) || error.kind !== 'unavailable') return
  const reasons: string[] = []
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    reasons.push(cause.message)
  }
  log.warn({ request: ctx.state.requestId, reasons }, error.message)
}

function bug(ctx: Context, error: unknown, log: Logger): Failure {
  const number: string = ctx.state.requestId
  log.error({ err: error, request: number }, 'a request failed unexpectedly')
  const told = `Internal error. Its number in the log is ${number}.`
  return { status: 500, error: new OAuthError('server_error', told), number }
}

function answerPage(ctx: Context, { status, error, number }: Failure, links: Links): void {
  const message = number === undefined ? error.message : 'It is our fault. Please try again.'
  const advice =
    error instanceof OAuthError && number === undefined
      ? 'The app that sent you here made a mistake. Only its makers can mend it.'
      : undefined
  const reply = errorPage(links, { status, message, advice, number })
  setRetryAfter(ctx, error)
  ctx.set(reply.headers)
  ctx.status = reply.status
  ctx.body = reply.body
}

function answerJson(ctx: Context, { status, error }: Failure): void {
  const style = ctx.state.failures
  const oauth = oauthBody(error)
  setRetryAfter(ctx, error)
  challenge(ctx, error)
  if (style === 'oauth' && oauth) {
    ctx.set('Cache-Control', 'no-store')
    answer(ctx, status < 500 ? 400 : status, oauth)
  } else if (style === 'registration')
    answer(ctx, status, registrationBody(error, apiBody(ctx, error)))
  else answer(ctx, status, apiBody(ctx, error))
}

function apiBody(ctx: Context, error: CatalogError | OAuthError): object {
  const { fields, code, imageId } = error instanceof CatalogError ? error.details : {}
  // What is undefined is left out of JSON.
  return fields ?? { [ctx.state.errorKey ?? 'detail']: error.message, code, image_id: imageId }
}

function setRetryAfter(ctx: Context, error: CatalogError | OAuthError): void {
  if (!(error instanceof CatalogError)) return
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
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
