import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import type { Config } from '../config.ts'

/** How long what is issued stays valid, in seconds. */
export type Lifetimes = Pick<
  Config,
  | 'authCodeSeconds'
  | 'accessTokenSeconds'
  | 'refreshTokenSeconds'
  | 'refreshGraceSeconds'
  | 'refreshChainSeconds'
>

export function after(now: Micros, seconds: number): Micros {
  return now + seconds * MICROS_PER_SECOND
}

/** When every token of an authorization of this time has expired, however often it was refreshed. */
export function endOfChain(
  createdAt: Micros,
  { refreshChainSeconds }: Pick<Lifetimes, 'refreshChainSeconds'>,
): Micros {
  return refreshChainSeconds === null
    ? Number.POSITIVE_INFINITY
    : after(createdAt, refreshChainSeconds)
}
