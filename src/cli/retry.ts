import { CatalogError, type ErrorKind } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { formatDuration } from '../../format.ts'

const MAX_ATTEMPTS = 4

/** Longer pauses are announced, because they look like a hang. */
const MIN_ANNOUNCED_SECONDS = 10

/** Kinds of failures that a retry may resolve. */
export const TRANSIENT_KINDS: readonly ErrorKind[] = ['unavailable', 'rate_limited']

export interface RetryContext {
  cli: Pick<Cli, 'sleep'>
  signal: AbortSignal
  /** Announces a long pause. */
  log?: ((sentence: string) => void) | undefined
}

/**
 * Retries transient failures with exponential backoff, or after the delay that the server asks for.
 * @throws the last failure; CatalogError code `interrupted` if the signal is aborted
 */
export async function withRetry<T>(
  { cli, signal, log }: RetryContext,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted) throw interrupted(error)
      const isTransient = error instanceof CatalogError && TRANSIENT_KINDS.includes(error.kind)
      if (!isTransient || attempts === MAX_ATTEMPTS) throw error
      const seconds = error.details.retryAfterSeconds ?? 2 ** (attempts - 1)
      await backOff({ cli, signal, log }, seconds, error.message)
    }
  }
}

/** Waits before a retry. A long pause is announced with its reason. */
export async function backOff(
  { cli, signal, log }: RetryContext,
  seconds: number,
  reason: string,
): Promise<void> {
  if (seconds >= MIN_ANNOUNCED_SECONDS) log?.(`${reason} Retrying in ${formatDuration(seconds)}.`)
  await cli.sleep(seconds * 1000, signal)
}

export function interrupted(cause?: unknown): CatalogError {
  return new CatalogError('unavailable', 'Interrupted.', { code: 'interrupted', cause })
}
