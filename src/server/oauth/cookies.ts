import type { Links } from '../http/links.ts'
import type { RouteRequest } from '../http/route.ts'

export const SESSION_COOKIE = 'catalog_session'
export const PENDING_COOKIE = 'catalog_sign_in'

/** Formats a Set-Cookie value, for this service only and hidden from scripts. */
export function serializeCookie(
  links: Links,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const { path, secure, prefix } = cookieScope(links)
  const attributes = `Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return `${prefix}${name}=${value}; ${attributes}${secure ? '; Secure' : ''}`
}

export function expireCookie(links: Links, name: string): string {
  return serializeCookie(links, { name, value: '', seconds: 0 })
}

/** Reads a cookie that `serializeCookie` formatted. */
export function readCookie(
  { links, cookie }: Pick<RouteRequest, 'links' | 'cookie'>,
  name: string,
): string | undefined {
  return cookie(cookieScope(links).prefix + name)
}

/**
 * With HTTPS, the name prefix keeps other hosts of the same domain from setting the cookie (RFC 6265bis, section
 * 4.1.3).
 */
function cookieScope(links: Links): { path: string; secure: boolean; prefix: string } {
  const { protocol, pathname } = new URL(links.base('/'))
  const secure = protocol === 'https:'
  const prefix = pathname === '/' ? '__Host-' : '__Secure-'
  return { path: pathname, secure, prefix: secure ? prefix : '' }
}
