import type { ZodType } from 'zod'
import type { ApiRequest, ResourceApi } from './api.ts'
import type { Cli } from '../cli.ts'
import { withRetry } from './retry.ts'

/** Longer than the minute for which a user may have to wait at a rate limit. */
const MAX_DELAY_SECONDS = 120

/**
 * Sends one of many requests that may be repeated: again after a rate limit or a temporary failure, and not at all after
 * Ctrl-C.
 */
export function sendInTurn<T = void>(
  cli: Cli,
  api: ResourceApi,
  request: ApiRequest,
  schema?: ZodType<T>,
): Promise<T> {
  cli.signal.throwIfAborted()
  const limits = { cli, signal: cli.signal, maxDelaySeconds: MAX_DELAY_SECONDS }
  return withRetry(limits, () => api.send(request, schema))
}
