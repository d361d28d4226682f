import { createHash } from 'node:crypto'
import { html as htmlReply, type Reply } from '../reply.ts'
import { html, trusted, type Html } from '../../core/html.ts'
import { STYLE } from './style.ts'

export interface Page {
  /** Title of the page; in the window's title, the site's name follows. */
  title: string
  siteName: string
  /** Address of the home page, to which the site's name links. */
  homeUrl: string
  main: Html
  /** Links in the header, opposite the site's name. */
  headerLink?: Html
  /** One narrow column, for forms. */
  isNarrow?: boolean
  status?: number
  headers?: Record<string, string>
  /** Styles of this page, appended to the shared ones. */
  style?: string
  /** Image sources besides the page's origin, for the content security policy. */
  imageSources?: string[]
  /** Lifts `form-action`, which browsers also apply to redirects after a form, such as those to an app. */
  allowsFormRedirects?: boolean
}

const STYLE_HASH = hashStyle(STYLE)

/** A complete page. Its policy allows no scripts and no framing, and loads only what it needs. */
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
  style = '',
}: Page): string {
  return [
    "default-src 'none'",
    `style-src '${style === '' ? STYLE_HASH : hashStyle(STYLE + style)}'`,
    ["img-src 'self'", ...imageSources].join(' '),
    ...(allowsFormRedirects ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function hashStyle(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`
}

function renderDocument({
  title,
  siteName,
  homeUrl,
  main,
  headerLink,
  isNarrow,
  style = '',
}: Page): Html {
  const windowTitle = title === siteName ? siteName : `${title} · ${siteName}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${windowTitle}</title>
<style>${trusted(STYLE + style)}</style>
</head>
<body>
<header><a href="${homeUrl}" class="site">${siteName}</a>${headerLink && html`<nav aria-label="Account">${headerLink}</nav>`}</header>
<main${isNarrow && html` class="narrow"`}>
${main}
</main>
</body>
</html>
`
}
