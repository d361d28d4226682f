/** The error codes of RFC 6749 (sections 4.1.2.1 and 5.2) and RFC 7591 (section 3.2.2) in use. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** An expected error of an OAuth request, in the standard form. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  /** The app that failed to authenticate, for the log only. */
  readonly clientId: string | undefined

  /** @param description a message for the developer of the app */
  constructor(code: OAuthErrorCode, description: string, clientId?: string) {
    super(toPrintableAscii(description))
    this.name = 'OAuthError'
    this.code = code
    this.clientId = clientId
  }
}

/** Restricts a description to printable ASCII without quotes and backslashes (RFC 6749, section 5.2). */
export function toPrintableAscii(description: string): string {
  return description.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?')
}
