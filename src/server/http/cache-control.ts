/** Values of the `Cache-Control` header for responses that everyone may see (RFC 9111, section 5.2.2). */

/** For an address whose content never changes. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export const ONE_WEEK = 'public, max-age=604800'
export const ONE_DAY = 'public, max-age=86400'
export const FIVE_MINUTES = 'public, max-age=300'

/** Like `REVALIDATED`, but a cache may use a response for a minute, and for ten more while it asks. */
export const ONE_MINUTE = 'public, max-age=60, stale-while-revalidate=600'

/** Caches may store the response, but must ask before each use whether its ETag is still the same. */
export const REVALIDATED = 'public, no-cache'
