import { LANGUAGE_PARAMETER } from '../http/language.ts'
import type { Visit } from '../pages/visit.ts'

/** The URL of the feed of a page. Feed readers send no language, so that the URL names it. */
export function feedUrl({ links, language, site }: Visit, pagePath: string): string {
  const query = language === site.language ? '' : `?${LANGUAGE_PARAMETER}=${language}`
  return links.base(`${pagePath}feed.atom${query}`)
}
