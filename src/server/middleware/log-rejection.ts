import type { Context } from 'koa'
import { OAuthError } from '../../core/auth/oauth-error.ts'
import {
  logAccessDenied,
  logAuthenticationFailed,
  logClientAuthenticationFailed,
  logLimitExceeded,
  type RejectedRequest,
} from '../../core/auth/security-events.ts'
import type { CatalogError, ErrorKind } from '../../core/base/errors.ts'
import type { Logger } from '../../core/base/log.ts'

type LogEvent = (log: Logger, rejected: RejectedRequest) => void

const EVENTS: Partial<Record<ErrorKind, LogEvent>> = {
  unauthenticated: logAuthenticationFailed,
  forbidden: logAccessDenied,
  rate_limited: logLimitExceeded,
}

/** Logs rejected requests that an administrator may want to investigate. */
export function logRejection(ctx: Context, error: CatalogError | OAuthError, log: Logger): void {
  const isClient = error instanceof OAuthError
  const event = isClient ? clientEvent(error) : EVENTS[error.kind]
  event?.(log, {
    request: ctx.state.requestId,
    method: ctx.method,
    route: ctx.state.route ?? 'none',
    address: ctx.state.address?.(ctx),
    user: ctx.state.caller?.userId,
    client: isClient ? error.clientId : ctx.state.caller?.clientId,
    reason: error.message,
  })
}

function clientEvent({ code }: OAuthError): LogEvent | undefined {
  return code === 'invalid_client' ? logClientAuthenticationFailed : undefined
}
