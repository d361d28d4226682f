import { html, type Html } from '../../core/base/html.ts'
import { REVALIDATED } from '../http/cache-control.ts'
import { LANGUAGE_PARAMETER, rememberLanguage } from '../http/language.ts'
import { html as htmlReply, type Reply } from '../http/reply.ts'
import { contentSecurityPolicy, type PagePolicy } from './content-security-policy.ts'
import { renderHead, type PageHead } from './page-head.ts'
import { renderSiteFooter } from './parts/site-footer.ts'
import { renderSiteHeader } from './parts/site-header.ts'
import type { Visit } from './visit.ts'

export interface Page extends PageHead, Omit<PagePolicy, 'imageSources' | 'allowsFraming'> {
  main: Html
  /** Whether the page shows pictures of the catalog. */
  hasPictures?: boolean
  /** Origins of other pictures besides the page's own. */
  imageSources?: readonly string[]
  /** The width of the content: one narrow column for forms, or the whole window for maps. */
  width?: 'narrow' | 'full'
  /** Whether the header links to the account or to the sign-in; by default it does. */
  hasAccountLink?: boolean
  /** Whether other sites show the page in a frame, without header and footer. */
  isEmbedded?: boolean
  status?: number
  /** Replaces headers of public pages. */
  headers?: Reply['headers']
}

/** Renders a complete page. Only pages of anonymous visitors may be cached. */
export function renderPage(visit: Visit, page: Page): Reply {
  return htmlReply(renderDocument(visit, page).text, page.status ?? 200, {
    ...cacheHeaders(visit, page),
    'Content-Language': visit.language,
    'Content-Security-Policy': contentSecurityPolicy({
      ...page,
      imageSources: imageSources(visit, page),
      allowsFraming: page.isEmbedded,
    }),
    'Referrer-Policy': page.sendsOrigin ? 'strict-origin-when-cross-origin' : 'no-referrer',
    Vary: ['Cookie', 'Accept-Language'],
    ...(!page.isEmbedded && { 'X-Frame-Options': 'DENY' }),
    ...page.headers,
  })
}

/** A visitor's choice of the language is remembered. Shared caches must not store that cookie. */
function cacheHeaders(
  { session, language, links, target }: Visit,
  { isPublic = true }: Page,
): Reply['headers'] {
  const [, query] = target.split('?', 2)
  const isChosen = new URLSearchParams(query).get(LANGUAGE_PARAMETER) === language
  return {
    'Cache-Control':
      session || !isPublic ? 'no-store' : isChosen ? 'private, no-cache' : REVALIDATED,
    ...(isChosen && { 'Set-Cookie': rememberLanguage(links, language) }),
  }
}

function imageSources({ links }: Visit, { hasPictures, imageSources = [] }: Page): string[] {
  return [...(hasPictures ? [new URL(links.cdn('/')).origin] : []), ...imageSources]
}

function renderDocument(visit: Visit, page: Page): Html {
  const { main, width, hasAccountLink = true, isTranslated = true } = page
  if (page.isEmbedded) return renderEmbedded(visit, page)
  return html`<!doctype html>
    <html lang="${visit.language}">
      ${renderHead(visit, page)}
      <body${renderUser(visit)} ${page.isEnhanced && renderFailureTexts(visit)}>
        <a href="#main" class="skip">${visit.messages.site.skip}</a>
        ${renderSiteHeader(visit, hasAccountLink)}
        ${renderAddress(visit, page)}
        <main id="main" ${width && html` class="${width}"`}>${main}</main>
        ${renderSiteFooter(visit, isTranslated)}
      </body>
    </html> `
}

/** For print. Only a page that exists in other languages has an address: that of an error may contain secrets. */
function renderAddress({ links, target }: Visit, page: Page): Html | false {
  const { canonicalUrl, isTranslated = true } = page
  const url = canonicalUrl ?? (isTranslated ? links.base(target) : undefined)
  return url !== undefined && html`<p class="address" hidden>${url}</p>`
}

/** For the modules, which keep what a user enters apart from what others enter in the same tab. */
function renderUser({ session }: Visit): Html | false {
  return session !== undefined && html` data-user="${session.userId}"`
}

/** For the modules, which tell what cannot be loaded. */
function renderFailureTexts({ messages: { site, errors } }: Visit): Html {
  return html`data-offline="${site.offline}" data-failed="${site.partFailed}"
  data-try-again="${errors.retry}"`
}

function renderEmbedded(visit: Visit, page: Page): Html {
  return html`<!doctype html>
    <html lang="${visit.language}">
      ${renderHead(visit, page)}
      <body class="embed">
        <main>${page.main}</main>
      </body>
    </html> `
}
