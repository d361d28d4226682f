import { createHash } from 'node:crypto'
import { html as htmlReply, type Reply } from '../reply.ts'
import { html, trusted, type Html } from '../../core/html.ts'
import { STYLE } from './style.ts'

export interface Page {
  /** The site's name is appended to it in the title of the window. */
  title: string
  siteName: string
  homeUrl: string
  main: Html
  /** Link in the header, next to the site's name. */
  headerLink?: Html
  /** Whether to use one narrow column, for forms. */
  isNarrow?: boolean
  status?: number
  headers?: Record<string, string>
  /** CSS of this page, appended to the shared style sheet. */
  style?: string
  /** Origins of images besides the page's own, for the content security policy. */
  imageSources?: string[]
  /** Omits `form-action`, which browsers also apply to redirects after a form, such as those to an app. */
  allowsFormRedirects?: boolean
}

const STYLE_HASH = hashStyle(STYLE)

/** Renders a complete page. Its content security policy allows no scripts and no framing. */
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
