import { OAuthError } from './oauth-error.ts'

/** The supported grant types. OAuth 2.1 has removed the other ones. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

export function isGrantType(word: string): word is GrantType {
  return GRANT_TYPES.some((type) => type === word)
}

/**
 * Returns the grant types that an app may use (RFC 7591, section 2). By default it may use all of them, and the
 * code grant includes refresh tokens. Unknown grant types are ignored.
 */
export function listPermittedGrantTypes(asked: readonly string[] | null | undefined): GrantType[] {
  if (!asked || asked.length === 0 || asked.includes('authorization_code')) return [...GRANT_TYPES]
  return GRANT_TYPES.filter((type) => asked.includes(type))
}

/** @throws OAuthError `unauthorized_client` for an app that registered other grant types only */
export function requireGrantType(
  { grantTypes }: { grantTypes: readonly GrantType[] },
  type: GrantType,
): void {
  if (grantTypes.includes(type)) return
  throw new OAuthError(
    'unauthorized_client',
    `The app is not registered for the grant type ${type}.`,
  )
}
