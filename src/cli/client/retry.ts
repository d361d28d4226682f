import { CatalogError, type ErrorKind } from '../../core/base/errors.ts'
import { LASTING_OUTAGES } from '../../core/base/lasting-outages.ts'
import type { Cli } from '../cli.ts'
import { formatDuration } from '../terminal/format.ts'

const BASE_DELAY_SECONDS = 0.5

/** Longer delays are announced, because they look like a hang. */
const MIN_ANNOUNCED_SECONDS = 10

/** Kinds of failures that a retry may resolve. */
export const TRANSIENT_KINDS: readonly ErrorKind[] = ['unavailable', 'rate_limited']

const LASTING = ['not_understood', ...LASTING_OUTAGES]

export interface RetryContext {
  cli: Pick<Cli, 'sleep' | 'globals'>
  signal: AbortSignal
  /** Announces a long delay. */
  log?: ((sentence: string) => void) | undefined
  /** A server that asks for a longer delay is not asked again. */
  maxDelaySeconds?: number
}

/**
 * Retries transient failures with exponential backoff, or after the delay that the server asks for.
 * @throws the last failure
 */
export async function withRetry<T>(context: RetryContext, send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send()
    } catch (error) {
      await waitBeforeRetry(context, error, attempt)
    }
  }
}

/**
 * Waits before the next attempt.
 * @param attempt number of the attempt that failed, from 1
 * @throws the failure if a retry cannot help
 */
export async function waitBeforeRetry(
  context: RetryContext,
  failure: unknown,
  attempt: number,
): Promise<void> {
  const { cli, signal, maxDelaySeconds = Infinity } = context
  if (signal.aborted || attempt > cli.globals.retries || !isTransient(failure)) throw failure
  const seconds = failure.details.retryAfterSeconds ?? getDelaySeconds(attempt)
  if (seconds > maxDelaySeconds) throw failure
  await delay(context, seconds, failure.message)
}

function isTransient(failure: unknown): failure is CatalogError {
  return (
    failure instanceof CatalogError &&
    TRANSIENT_KINDS.includes(failure.kind) &&
    !LASTING.includes(failure.details.code ?? '')
  )
}

/** Exponential backoff with up to 50% jitter, so that many clients don't retry at the same time. */
function getDelaySeconds(attempt: number): number {
  return BASE_DELAY_SECONDS * 2 ** (attempt - 1) * (1 + Math.random() / 2)
}

/** Waits. A long delay is announced with its reason. */
export async function delay(
  { cli, signal, log }: RetryContext,
  seconds: number,
  reason: string,
): Promise<void> {
  if (seconds >= MIN_ANNOUNCED_SECONDS) log?.(`${reason} Retrying in ${formatDuration(seconds)}.`)
  await cli.sleep(seconds * 1000, signal)
}
