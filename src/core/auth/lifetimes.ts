import { MICROS_PER_SECOND, type Micros } from '../base/clock.ts'
import type { Config } from '../config/config.ts'

/** Lifetimes of codes and tokens, in seconds. */
export type Lifetimes = Pick<
  Config,
  | 'authCodeSeconds'
  | 'accessTokenSeconds'
  | 'refreshTokenSeconds'
  | 'refreshGraceSeconds'
  | 'refreshChainSeconds'
>

export function addSeconds(now: Micros, seconds: number): Micros {
  return now + seconds * MICROS_PER_SECOND
}

/** When an authorization ends regardless of refreshes; infinity without such a limit. */
export function getGrantExpiry(
  createdAt: Micros,
  { refreshChainSeconds }: Pick<Lifetimes, 'refreshChainSeconds'>,
): Micros {
  return refreshChainSeconds === null
    ? Number.POSITIVE_INFINITY
    : addSeconds(createdAt, refreshChainSeconds)
}
