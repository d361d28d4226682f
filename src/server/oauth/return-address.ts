import type { Links } from '../links.ts'

/** The address to return to after signing in or out: one of this service, else the home page. */
export function toReturnUrl(links: Links, next: string | null | undefined): string {
  const home = new URL(links.base('/'))
  if (!next || !next.startsWith('/') || /[\\\s\p{Cc}]/u.test(next)) return home.href
  const asked = URL.parse(links.base(next))
  const ours = asked?.origin === home.origin && asked.pathname.startsWith(home.pathname)
  return ours ? asked.href : home.href
}
