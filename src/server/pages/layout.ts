import type { AssetSource } from '../assets.ts'
import type { Links } from '../links.ts'
import { html as htmlReply, type Reply } from '../reply.ts'
import { html, type Html } from '../../core/html.ts'

export interface Page {
  /** The site's name is appended to it in the title of the window. */
  title: string
  siteName: string
  links: Links
  main: Html
  /** Link in the header, next to the site's name. */
  headerLink?: Html
  /** Whether to use one narrow column, for forms. */
  isNarrow?: boolean
  status?: number
  headers?: Record<string, string>
  /** Further elements of the document's head. */
  head?: Html
  /** Whether scripts enhance elements of the page. */
  isEnhanced?: boolean
  /** The style sheet of this page, besides the shared one. */
  styleSheet?: AssetSource
  /** Origins of images besides the page's own, for the content security policy. */
  imageSources?: string[]
  /** Omits `form-action`, which browsers also apply to redirects after a form, such as those to an app. */
  allowsFormRedirects?: boolean
}

/** Renders a complete page. Its content security policy allows nothing inline, no framing, and only own scripts. */
export function renderPage(content: Page): Reply {
  return htmlReply(renderDocument(content).text, content.status ?? 200, {
    'Content-Security-Policy': contentSecurityPolicy(content),
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    ...content.headers,
  })
}

function contentSecurityPolicy({
  imageSources = [],
  allowsFormRedirects = false,
  isEnhanced = false,
}: Page): string {
  return [
    "default-src 'none'",
    ...(isEnhanced ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'self'",
    ["img-src 'self'", ...imageSources].join(' '),
    ...(allowsFormRedirects ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function renderDocument({
  title,
  siteName,
  links,
  main,
  headerLink,
  isNarrow,
  styleSheet,
  head,
  isEnhanced,
}: Page): Html {
  const windowTitle = title === siteName ? siteName : `${title} · ${siteName}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${windowTitle}</title>
${linkStyleSheet(links, 'site.css')}
${styleSheet && linkStyleSheet(links, styleSheet)}
${isEnhanced && html`<script type="module" src="${links.asset('enhance.ts')}"></script>`}
${head}
</head>
<body>
<header><a href="${links.base('/')}" class="site">${siteName}</a>${headerLink && html`<nav aria-label="Account">${headerLink}</nav>`}</header>
<main${isNarrow && html` class="narrow"`}>
${main}
</main>
</body>
</html>
`
}

function linkStyleSheet(links: Links, source: AssetSource): Html {
  return html`<link rel="stylesheet" href="${links.asset(source)}" />`
}
