import { toPrintableAscii, OAuthError, type OAuthErrorCode } from '../../core/auth/oauth-error.ts'
import { CatalogError, type ErrorKind } from '../../core/base/errors.ts'

/** Errors that the app can solve by trying again later. */
const TEMPORARY: readonly ErrorKind[] = ['unavailable', 'busy']

/** The error body of RFC 6749, section 5.2; undefined for exceeded rate limits, which have no error code there. */
export function toOAuthBody(error: CatalogError | OAuthError): object | undefined {
  if (error instanceof OAuthError) return body(error.code, error.message)
  if (error.kind === 'rate_limited') return undefined
  return body(codeOf(error.kind), error.message)
}

/** Adds the members of RFC 7591, section 3.2.2, to the API's error body if fields are invalid. */
export function toRegistrationBody(error: CatalogError | OAuthError, apiBody: object): object {
  if (!(error instanceof CatalogError) || !error.details.fields) return apiBody
  const code = error.details.fields.redirect_uris
    ? 'invalid_redirect_uri'
    : 'invalid_client_metadata'
  return { ...body(code, error.message), ...apiBody }
}

function codeOf(kind: ErrorKind): OAuthErrorCode {
  return TEMPORARY.includes(kind) ? 'temporarily_unavailable' : 'invalid_request'
}

function body(code: OAuthErrorCode, description: string): object {
  return { error: code, error_description: toPrintableAscii(description) }
}
