import { CatalogError, type ErrorKind } from '../../core/errors.ts'
import type { Cli } from '../cli.ts'

const TRIES = 4

/** Failures after which trying again may help. */
export const PASSING: readonly ErrorKind[] = ['unavailable', 'rate_limited']

/**
 * Tries again what did not get an answer, or came too soon.
 * @throws CatalogError code `interrupted` once there is no more time
 */
export async function patiently<T>(
  { cli, signal }: { cli: Pick<Cli, 'sleep'>; signal: AbortSignal },
  attempt: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (signal.aborted) throw interrupted(error)
      const passing = error instanceof CatalogError && PASSING.includes(error.kind)
      if (!passing || tries === TRIES) throw error
      const seconds = error.details.retryAfterSeconds ?? 2 ** (tries - 1)
      await cli.sleep(seconds * 1000, signal)
    }
  }
}

export function interrupted(cause?: unknown): CatalogError {
  return new CatalogError('unavailable', 'Interrupted.', { code: 'interrupted', cause })
}
