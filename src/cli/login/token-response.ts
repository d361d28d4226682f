import { MICROS_PER_SECOND, type Clock } from '../../core/clock.ts'
import { CatalogError } from '../../core/errors.ts'
import type { Tokens } from './credentials.ts'

/** What the token endpoint answers (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
  refresh_token?: string
  expires_in?: number
  scope?: string
}

/** The form in which tokens are kept. */
export function toTokens(
  granted: TokenResponse,
  of: Pick<Tokens, 'scope' | 'username'>,
  clock: Clock,
): Tokens {
  const lifetime = granted.expires_in ?? 0
  if (granted.refresh_token === undefined) {
    throw new CatalogError('unavailable', 'The instance gave no refresh token.')
  }
  return {
    access_token: granted.access_token,
    refresh_token: granted.refresh_token,
    expires_at: clock.now() + Math.floor(lifetime * MICROS_PER_SECOND),
    lifetime_seconds: lifetime,
    scope: granted.scope ?? of.scope,
    username: of.username,
  }
}
