import { fitForApps, OAuthError, type OAuthErrorCode } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'

/** Of what the app is not to blame for, and may try again. */
const OUTAGES: readonly ErrorKind[] = ['unavailable', 'busy']

/** RFC 6749, section 5.2; undefined for what has no word there: too many requests. */
export function oauthBody(error: CatalogError | OAuthError): object | undefined {
  if (error instanceof OAuthError) return body(error.code, error.message)
  if (error.kind === 'rate_limited') return undefined
  return body(codeOf(error.kind), error.message)
}

/** The API's own body with the words of RFC 7591, section 3.2.2, added where fields are wrong. */
export function registrationBody(error: CatalogError | OAuthError, api: object): object {
  if (!(error instanceof CatalogError) || !error.details.fields) return api
  const code = error.details.fields.redirect_uris
    ? 'invalid_redirect_uri'
    : 'invalid_client_metadata'
  return { ...body(code, error.message), ...api }
}

function codeOf(kind: ErrorKind): OAuthErrorCode {
  return OUTAGES.includes(kind) ? 'temporarily_unavailable' : 'invalid_request'
}

function body(code: OAuthErrorCode, description: string): object {
  return { error: code, error_description: fitForApps(description) }
}
