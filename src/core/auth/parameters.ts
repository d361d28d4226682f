import { OAuthError } from './oauth-error.ts'

/**
 * Returns a parameter of an OAuth request. A parameter without a value counts as absent (RFC 6749, section 3.1).
 * @throws OAuthError `invalid_request` if it is repeated
 */
export function getParameter(given: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = given.getAll(name)
  if (more.length === 0) return value === '' ? undefined : value
  throw new OAuthError('invalid_request', `The parameter ${name} is given more than once.`)
}

/** @throws OAuthError `invalid_request` if it is missing or repeated */
export function requireParameter(given: URLSearchParams, name: string): string {
  const value = getParameter(given, name)
  if (value !== undefined) return value
  throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
}
