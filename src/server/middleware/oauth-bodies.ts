import { fitForApps, OAuthError, type OAuthErrorCode } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/errors.ts'

/** Errors that are temporary and not the app's fault. */
const TEMPORARY: readonly ErrorKind[] = ['unavailable', 'busy']

/** The body of RFC 6749, section 5.2; undefined for rate limits, which have no error code there. */
export function toOAuthBody(error: CatalogError | OAuthError): object | undefined {
  if (error instanceof OAuthError) return body(error.code, error.message)
  if (error.kind === 'rate_limited') return undefined
  return body(codeOf(error.kind), error.message)
}

/** The API's error body, with the members of RFC 7591, section 3.2.2, added if fields are invalid. */
export function toRegistrationBody(error: CatalogError | OAuthError, api: object): object {
  if (!(error instanceof CatalogError) || !error.details.fields) return api
  const code = error.details.fields.redirect_uris
    ? 'invalid_redirect_uri'
    : 'invalid_client_metadata'
  return { ...body(code, error.message), ...api }
}

function codeOf(kind: ErrorKind): OAuthErrorCode {
  return TEMPORARY.includes(kind) ? 'temporarily_unavailable' : 'invalid_request'
}

function body(code: OAuthErrorCode, description: string): object {
  return { error: code, error_description: fitForApps(description) }
}
