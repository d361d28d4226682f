import type { Context, Middleware } from 'koa'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'
import type { Logger } from '../../core/log.ts'
import type { Links } from '../links.ts'
import { errorPage } from '../pages/error.ts'
import { oauthBody, registrationBody } from './oauth-bodies.ts'
import { wantsPage } from './wants-page.ts'

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
      if (ctx.body === undefined && UNANSWERED.includes(ctx.status)) {
        refuse(ctx, unanswered(ctx), links)
      }
    } catch (error) {
      const failure = expected(error) ?? bug(ctx, error, log)
      noteOutage(ctx, failure, log)
      refuse(ctx, failure, links)
    }
  }
}

/** The statuses that a request has which no route took. */
const UNANSWERED = [404, 405]

/** A failure on its way out. */
interface Failure {
  status: number
  error: CatalogError | OAuthError
  /** What people read instead of what programs do. */
  sentence?: string
  /** Of a bug, in the log. */
  number?: string
}

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
  if (wantsPage(ctx)) answerPage(ctx, failure, links)
  else answerJson(ctx, failure)
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
  const sentence = 'It is our fault, not yours.'
  return { status: 500, error: new OAuthError('server_error', told), sentence, number }
}

/** What only the app that sent the person here can mend. */
function isAppsMistake({ error, number }: Failure): boolean {
  return error instanceof OAuthError && number === undefined
}

function answerPage(ctx: Context, failure: Failure, links: Links): void {
  const { status, error, sentence, number } = failure
  const reply = errorPage(links, {
    status,
    message: sentence ?? error.message,
    advice: isAppsMistake(failure)
      ? 'The app that sent you here made a mistake. Only its makers can mend it.'
      : undefined,
    number,
    again: whereAgain(ctx, failure, links),
  })
  ctx.set(reply.headers as Record<string, string>)
  ctx.status = reply.status
  ctx.body = reply.body
}

/** What is the service's own fault may be over soon; a form is not sent again by a link. */
function whereAgain(ctx: Context, { status }: Failure, links: Links): string | undefined {
  const { anew } = ctx.state
  if (anew !== undefined) return links.base(anew)
  return ctx.method === 'GET' && status >= 500 ? links.base(ctx.path + ctx.search) : undefined
}

function answerJson(ctx: Context, failure: Failure): void {
  const { status, error } = failure
  const style = ctx.state.failures
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
