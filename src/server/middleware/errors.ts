import type { Context, Middleware } from 'koa'
import { createCapacityLog, type CapacityLog } from '../../core/base/capacity-log.ts'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import { findSqlState } from '../../core/database/storage-errors.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Logger } from '../../core/base/log.ts'
import { toSystemFailure } from '../../core/database/system-failure.ts'
import { ERROR_STATUS } from './error-status.ts'
import type { RequestFailure } from './request-failure.ts'
import { respondWithJson } from './json-error.ts'
import { respondWithPage, type ErrorPages } from './error-page.ts'
import { logRejection } from './log-rejection.ts'
import { acceptsHtml } from './accepts-html.ts'

/** Logs a failure that an administrator may want to investigate, also of a handler that responds to it itself. */
export type ReportFailure = (ctx: Context, error: CatalogError | OAuthError) => void

/** Turns errors into responses. An unexpected error becomes a 500 with only the request id. */
export function errors(
  log: Logger,
  pages: ErrorPages,
  capacity: CapacityLog = createCapacityLog(log),
): Middleware {
  const report: ReportFailure = (ctx, error) => {
    logRejection(ctx, error, log)
    reportCapacity(ctx, error, capacity)
  }
  return async (ctx, next) => {
    ctx.state.reportFailure = report
    try {
      await next()
      if (ctx.body === undefined && UNHANDLED_STATUSES.includes(ctx.status)) {
        respondWithError(ctx, unhandledError(ctx), pages)
      }
    } catch (error) {
      const failure = toExpectedError(ctx, error) ?? toUnexpectedError(ctx, error, log)
      logOutage(ctx, failure, log)
      report(ctx, failure.error)
      respondWithError(ctx, failure, pages)
    }
  }
}

/** koa's status if no route matched, and that of `allowedMethods`. */
const UNHANDLED_STATUSES = [404, 405]

function unhandledError({ status, method }: Context): RequestFailure {
  if (status === 404) {
    const error = new CatalogError('not_found', 'Not found.')
    return { status, error, pageMessage: 'notFound' }
  }
  const error = new CatalogError('invalid', `Method "${method}" not allowed.`)
  return { status, error, pageMessage: 'formOnly' }
}

function respondWithError(ctx: Context, failure: RequestFailure, pages: ErrorPages): void {
  setRetryAfter(ctx, failure.error)
  // A handler or the compression may have set it for a body that is not sent.
  ctx.remove('Content-Encoding')
  // The connection cannot be reused, since the rest of the request body may never arrive.
  if (failure.error instanceof CatalogError && failure.error.kind === 'too_slow')
    ctx.set('Connection', 'close')
  if (acceptsHtml(ctx)) respondWithPage(ctx, failure, pages)
  else respondWithJson(ctx, failure)
}

/** All OAuth errors are 400, including failed client authentication. */
function toExpectedError({ method }: Context, error: unknown): RequestFailure | undefined {
  if (error instanceof OAuthError) return { status: 400, error }
  if (error instanceof CatalogError) {
    const status = ERROR_STATUS[error.kind]
    if (status !== 404) return { status, error }
    if (method === 'POST') return { status, error, pageMessage: 'gone' }
    return { status, error, ...(!error.problem && { pageMessage: 'notFound' }) }
  }
  const failure = toSystemFailure(error)
  return failure && { status: ERROR_STATUS[failure.kind], error: failure }
}

/** Logs only the messages and the SQLSTATE of the causes, since their other properties may contain secrets. */
function logOutage(ctx: Context, { error }: RequestFailure, log: Logger): void {
  if (!(error instanceof CatalogError) || error.kind !== 'unavailable') return
  const reasons: string[] = []
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    reasons.push(cause.message)
  }
  const sqlstate = findSqlState(error)
  log.warn({ request: ctx.state.requestId, reasons, sqlstate }, error.message)
}

function reportCapacity(ctx: Context, error: Error, log: CapacityLog): void {
  if (!(error instanceof CatalogError)) return
  const { capacity } = error.details
  const address: string | undefined = ctx.state.address?.(ctx)
  if (capacity !== undefined && address !== undefined) log.report(capacity, address)
}

function toUnexpectedError(ctx: Context, error: unknown, log: Logger): RequestFailure {
  const requestId: string = ctx.state.requestId
  log.error({ err: error, request: requestId }, 'request failed unexpectedly')
  const message = `Internal error. The request id is ${requestId}.`
  const error500 = new OAuthError('server_error', message)
  return { status: 500, error: error500, pageMessage: 'unexpected', requestId }
}

function setRetryAfter(ctx: Context, error: CatalogError | OAuthError): void {
  if (!(error instanceof CatalogError)) return
  const { retryAfterSeconds } = error.details
  if (retryAfterSeconds !== undefined) ctx.set('Retry-After', String(retryAfterSeconds))
}
