import { pathOf, type Links } from './links.ts'

/** Without a host, so that a page also shows the logo where it is opened at another address of this server. */
export function logoUrl(links: Links): string {
  return `${pathOf(links.base('/'))}/logo`
}
