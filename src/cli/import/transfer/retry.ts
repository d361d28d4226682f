import { CatalogError, type ErrorKind } from '../../../core/errors.ts'
import type { Cli } from '../../cli.ts'
import { formatDuration } from '../../format.ts'

const TRIES = 4

/** A wait of so many seconds is told: it looks like a standstill. */
const LONG_SECONDS = 10

/** Failures after which trying again may help. */
export const TRANSIENT_KINDS: readonly ErrorKind[] = ['unavailable', 'rate_limited']

/** How somebody waits. */
export interface RetryContext {
  cli: Pick<Cli, 'sleep'>
  signal: AbortSignal
  /** Told of a long wait before it begins. */
  say?: ((sentence: string) => void) | undefined
}

/**
 * Tries again what did not get an answer, or came too soon.
 * @throws CatalogError code `interrupted` once there is no more time
 */
export async function withRetry<T>(
  { cli, signal, say }: RetryContext,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted) throw interrupted(error)
      const passing = error instanceof CatalogError && TRANSIENT_KINDS.includes(error.kind)
      if (!passing || tries === TRIES) throw error
      const seconds = error.details.retryAfterSeconds ?? 2 ** (tries - 1)
      await backOff({ cli, signal, say }, seconds, error.message)
    }
  }
}

/** Waits before something is tried again, for a reason that is told where it takes long. */
export async function backOff(
  { cli, signal, say }: RetryContext,
  seconds: number,
  because: string,
): Promise<void> {
  if (seconds >= LONG_SECONDS) say?.(`${because} Retrying in ${formatDuration(seconds)}.`)
  await cli.sleep(seconds * 1000, signal)
}

export function interrupted(cause?: unknown): CatalogError {
  return new CatalogError('unavailable', 'Interrupted.', { code: 'interrupted', cause })
}
