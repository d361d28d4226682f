import type { Context } from 'koa'
import type { Links } from './links.ts'
import { isLanguage, LANGUAGES, type Language } from '../../core/base/languages.ts'
import { readCookie, serializeCookie } from '../oauth/cookies.ts'

const COOKIE = 'catalog_language'
const COOKIE_SECONDS = 365 * 24 * 60 * 60

/** Query parameter of pages that chooses a language. */
export const LANGUAGE_PARAMETER = 'lang'

/**
 * Finds the language for a page: that of the query, else of the cookie, else the one that the browser prefers (RFC
 * 9110, section 12.5.4), else that of the site.
 */
export function findLanguage(ctx: Context, links: Links, ofSite: Language): Language {
  const remembered = readCookie({ links, cookie: (name) => ctx.cookies.get(name) }, COOKIE)
  const chosen = [ctx.query[LANGUAGE_PARAMETER], remembered].flat().find(isLanguage)
  if (chosen) return chosen
  // Browsers that name none, or any, get the first one.
  return [ctx.acceptsLanguages(ofSite, ...LANGUAGES)].flat().find(isLanguage) ?? ofSite
}

/** A Set-Cookie value that remembers the language for a year. */
export function rememberLanguage(links: Links, language: Language): string {
  return serializeCookie(links, { name: COOKIE, value: language, seconds: COOKIE_SECONDS })
}
