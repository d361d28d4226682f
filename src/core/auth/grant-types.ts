import { OAuthError } from './oauth-error.ts'

/** What may be exchanged for tokens; OAuth 2.1 has left away the other ways. */
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

export function isGrantType(word: string): word is GrantType {
  return GRANT_TYPES.some((type) => type === word)
}

/**
 * What an app may use that registers these words (RFC 7591, section 2): nobody has to ask for anything, and
 * whoever may exchange a code gets a refresh token, too. Words that are not known here are passed over.
 */
export function permittedGrantTypes(asked: readonly string[] | null | undefined): GrantType[] {
  if (!asked || asked.length === 0 || asked.includes('authorization_code')) return [...GRANT_TYPES]
  return GRANT_TYPES.filter((type) => asked.includes(type))
}

/** @throws OAuthError `unauthorized_client` for an app that registered itself for other grant types */
export function requireGrantType(
  { grantTypes }: { grantTypes: readonly GrantType[] },
  type: GrantType,
): void {
  if (grantTypes.includes(type)) return
  throw new OAuthError(
    'unauthorized_client',
    `The app did not name ${type} among its grant_types when it registered.`,
  )
}
