import type { Links } from '../http/links.ts'

/**
 * Converts a path to the URL to return to after signing in or out.
 * @returns the URL of the home page if the path leads outside this service
 */
export function toReturnUrl(links: Links, next: string | null | undefined): string {
  const home = new URL(links.base('/'))
  if (!next || !next.startsWith('/') || /[\\\s\p{Cc}]/u.test(next)) return home.href
  const url = URL.parse(links.base(next))
  const isOurs = url?.origin === home.origin && url.pathname.startsWith(home.pathname)
  return isOurs ? url.href : home.href
}
