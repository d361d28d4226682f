/** Values of the `Cache-Control` header for responses that everyone may see (RFC 9111, section 5.2.2). */

/** For an address whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export const ONE_WEEK = 'public, max-age=604800'
export const FIVE_MINUTES = 'public, max-age=300'

/** Caches may store the response, but must ask before each use whether its ETag is still the same. */
export const REVALIDATED = 'public, no-cache'
