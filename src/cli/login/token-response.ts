import { MICROS_PER_SECOND, type Clock } from '../../core/base/clock.ts'
import { CatalogError } from '../../core/base/errors.ts'
import type { Tokens } from './credentials.ts'

/** A response of the token endpoint (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
  refresh_token?: string
  expires_in?: number
  scope?: string
}

/**
 * Converts a token response to the stored form.
 * @param of defaults for members that the response omits
 * @throws CatalogError kind `unavailable` if there is no refresh token
 */
export function toTokens(
  granted: TokenResponse,
  of: Pick<Tokens, 'scope' | 'username'>,
  clock: Clock,
): Tokens {
  const lifetime = granted.expires_in ?? 0
  if (granted.refresh_token === undefined) {
    throw new CatalogError('unavailable', 'The instance did not issue a refresh token.')
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
