import type { Links } from '../links.ts'

export const SESSION_COOKIE = 'catalog_session'
export const PENDING_COOKIE = 'catalog_sign_in'

/** A cookie that only this service's pages get, and no script. */
export function keepCookie(
  links: Links,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): string {
  const base = new URL(links.base('/'))
  const secure = base.protocol === 'https:' ? '; Secure' : ''
  return `${name}=${value}; Path=${base.pathname}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`
}

export function dropCookie(links: Links, name: string): string {
  return keepCookie(links, { name, value: '', seconds: 0 })
}
