import type { Context, Middleware } from 'koa'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import { systemFailure } from '../../core/system-failure.ts'
import type { Links } from '../links.ts'
import type { Failure } from './failure.ts'
import { answerJson } from './json-of-failure.ts'
import { answerPage } from './page-of-failure.ts'
import { logRefusal } from './refusal-events.ts'
import { acceptsHtml } from './accepts-html.ts'

const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  precondition_failed: 412,
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
      if (ctx.body === undefined && UNANSWERED.includes(ctx.status)) {
        refuse(ctx, unanswered(ctx), links)
      }
    } catch (error) {
      const failure = expected(error) ?? bug(ctx, error, log)
      noteOutage(ctx, failure, log)
      logRefusal(ctx, failure.error, log)
      refuse(ctx, failure, links)
    }
  }
}

/** The statuses that a request has which no route took. */
const UNANSWERED = [404, 405]

function unanswered({ status, method }: Context): Failure {
  if (status === 404) {
    const error = new CatalogError('not_found', 'Not found.')
    return { status, error, sentence: 'There is no page at this address.' }
  }
  const error = new CatalogError('invalid', `Method "${method}" not allowed.`)
  return { status, error, sentence: 'This address takes only what a form on another page sends.' }
}

function refuse(ctx: Context, failure: Failure, links: Links): void {
  setRetryAfter(ctx, failure.error)
  // What failed may have set it for a body that is not sent.
  ctx.remove('Content-Encoding')
  // The rest of the body may never come.
  if (failure.error instanceof CatalogError && failure.error.kind === 'too_slow')
    ctx.set('Connection', 'close')
  if (acceptsHtml(ctx)) answerPage(ctx, failure, links)
  else answerJson(ctx, failure)
}

/** Every OAuth refusal is 400 here, failed client authentication too. */
function expected(error: unknown): Failure | undefined {
  if (error instanceof OAuthError) return { status: 400, error }
  if (error instanceof CatalogError) return { status: STATUS[error.kind], error }
  const failure = systemFailure(error)
  return failure && { status: STATUS[failure.kind], error: failure }
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
  const sentence = 'It is our fault, not yours.'
  return { status: 500, error: new OAuthError('server_error', told), sentence, number }
}

function setRetryAfter(ctx: Context, error: CatalogError | OAuthError): void {
  if (!(error instanceof CatalogError)) return
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
}
