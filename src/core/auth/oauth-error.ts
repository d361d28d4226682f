/** The words of RFC 6749 (sections 4.1.2.1 and 5.2) and RFC 7591 (section 3.2.2) that are used here. */
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

/** An expected refusal of an app's request, in the form that the OAuth standards fix. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  /** The app that failed to authenticate, for the log only. */
  readonly clientId: string | undefined

  /** @param description a sentence for the app's developer */
  constructor(code: OAuthErrorCode, description: string, clientId?: string) {
    super(fitForApps(description))
    this.name = 'OAuthError'
    this.code = code
    this.clientId = clientId
  }
}

/** Printable ASCII without quotes and backslashes is all that a description may hold (RFC 6749, section 5.2). */
export function fitForApps(description: string): string {
  return description.replaceAll('"', "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?')
}
