import { MICROS_PER_SECOND, type Micros } from '../clock.ts'
import type { Config } from '../config.ts'

/** How long what is issued stays valid, in seconds. */
export type Lifetimes = Pick<
  Config,
  'authCodeSeconds' | 'accessTokenSeconds' | 'refreshTokenSeconds' | 'refreshGraceSeconds'
>

export function after(now: Micros, seconds: number): Micros {
  return now + seconds * MICROS_PER_SECOND
}
