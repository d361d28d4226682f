import type { BasicCredentials } from '../../core/auth/client-authentication.ts'
import { OAuthError } from '../../core/auth/oauth-error.ts'

/**
 * Parses HTTP Basic credentials. Clients form-encode the id and the secret (RFC 6749, section 2.3.1).
 * @returns undefined if there is no header
 * @throws OAuthError `invalid_client` if the header is malformed
 */
export function parseBasicCredentials(
  authorization: string | undefined,
): BasicCredentials | undefined {
  if (authorization === undefined) return undefined
  const encoded = /^Basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1]
  const [id, ...secret] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':')
  if (!id || secret.length === 0) throw malformedHeader()
  return { id: decode(id), secret: decode(secret.join(':')) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw malformedHeader()
  }
}

function malformedHeader(): OAuthError {
  return new OAuthError(
    'invalid_client',
    'The Authorization header is not valid HTTP Basic authentication.',
  )
}
