import { ClientError } from 'openid-client'
import { CatalogError } from '../../core/base/errors.ts'
import { toNetworkError } from '../../core/base/network-errors.ts'

/** Converts an OAuth error to one with an explanation (RFC 6749, sections 4.1.2.1 and 5.2). */
export function toOAuthError(error: unknown, url: string): Error {
  const network = toNetworkError(error, url)
  if (network) return network
  const code = getOAuthErrorCode(error)
  if (error instanceof ClientError) return toInvalidResponseError(error, url)
  if (code === undefined) return error as Error
  const [kind, sentence] = MESSAGES[code] ?? ['unauthenticated', `Signing in failed: ${code}.`]
  return new CatalogError(kind, sentence, { code, cause: error })
}

/** The response is not an OAuth response: the instance or a proxy in front of it failed. */
function toInvalidResponseError(error: ClientError, url: string): CatalogError {
  const status = error.cause instanceof Response ? ` (HTTP ${error.cause.status})` : ''
  const sentence = `${url} sent an unexpected response during the sign-in${status}. Try again later.`
  return new CatalogError('unavailable', sentence, { code: 'not_understood', cause: error })
}

/** Returns the `error` member of an OAuth error response; undefined for other errors. */
export function getOAuthErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('error' in error)) return undefined
  return typeof error.error === 'string' ? error.error : undefined
}

const MESSAGES: Record<string, ['unauthenticated' | 'forbidden' | 'unavailable', string]> = {
  access_denied: ['forbidden', 'You denied access in the browser, so you were not signed in.'],
  invalid_grant: [
    'unauthenticated',
    'The authorization code expired; it is valid for 60 seconds. Start again with: catalog login',
  ],
  invalid_scope: [
    'forbidden',
    'The instance does not support a requested scope. See: catalog login --help',
  ],
  server_error: [
    'unavailable',
    'The sign-in failed because of an error on the server. Try again later.',
  ],
}
