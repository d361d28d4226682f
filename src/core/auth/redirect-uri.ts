const MAX_LENGTH = 2000

/** An http URI of a loopback IP address (RFC 8252, section 7.3): origin, port, rest. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::([1-9]\d{0,4}))?((?:[/?].*)?)$/

/** An https URI: host name or IPv6 address, with an optional port. */
const HTTPS_HOST = /^https:\/\/((?:[\w.-]+|\[[\da-f:]+\])(?::\d+)?)(?:[/?]|$)/i

/** Explains why a redirect URI cannot be registered, as the end of a sentence; undefined if it can. */
export function findRedirectUriProblem(uri: string): string | undefined {
  if (uri.length > MAX_LENGTH) return `is longer than ${MAX_LENGTH} characters`
  if (!/^[\x21-\x7e]+$/.test(uri) || /["<>\\^`{|}]/.test(uri)) {
    return 'contains a character that is not allowed in a URI; percent-encode it'
  }
  if (uri.includes('#')) return 'must not have a fragment (#)'
  const parsed = URL.parse(uri)
  if (!parsed) return 'is not an absolute URI'
  if (/^https?:\/\/[^/?]*@/i.test(uri)) return 'must not contain a user name or password'
  return findSchemeProblem(uri, parsed)
}

function findSchemeProblem(uri: string, parsed: URL): string | undefined {
  const { protocol } = parsed
  if (protocol === 'https:') return findHostProblem(uri, parsed)
  if (protocol !== 'http:') return 'must begin with https://; other schemes are not allowed'
  if (LOOPBACK.test(uri)) return undefined
  return 'may use http only as http://127.0.0.1/… or http://[::1]/…; use https'
}

/** A numeric or encoded host would lead elsewhere than a person reads. */
function findHostProblem(uri: string, { host }: URL): string | undefined {
  const [, written] = HTTPS_HOST.exec(uri) ?? []
  if (written === undefined) return 'must begin with https:// and a plain host name'
  if (written.toLowerCase().replace(/:443$/, '') === host) return undefined
  return `must write its host plainly, as ${host}`
}

/**
 * Whether a URI matches a registered one: the same text, except for the port of a loopback address. Compares
 * strings, never parsed URIs, so that no other spelling of an address matches.
 */
export function matchesRedirectUri(registered: string, given: string): boolean {
  if (registered === given) return true
  const known = LOOPBACK.exec(registered)
  const asked = LOOPBACK.exec(given)
  if (!known || !asked || findRedirectUriProblem(given) !== undefined) return false
  return known[1] === asked[1] && known[3] === asked[3]
}

/** Whether a registered URI leads to a program on the user's own computer, not to a website. */
export function isLoopbackUri(uri: string): boolean {
  return LOOPBACK.test(uri)
}

/** Appends parameters to the app's redirect URI and leaves its own query unchanged. */
export function addParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => {
    return entry[1] !== undefined
  })
  const separator = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'
  return `${uri}${separator}${new URLSearchParams(given).toString()}`
}
