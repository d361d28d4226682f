import { createHash } from 'node:crypto'
import { html as htmlReply, type Reply } from '../reply.ts'
import { html, trusted, type Html } from '../../core/html.ts'
import { STYLE } from './style.ts'

export interface Page {
  /** What the page is about; the site's name follows it in the window's title. */
  title: string
  siteName: string
  /** Where the site's name leads: the address of the first page. */
  home: string
  main: Html
  /** What stands in the header opposite the site's name: a link or two. */
  corner?: Html
  /** One narrow column, for forms. */
  narrow?: boolean
  status?: number
  headers?: Record<string, string>
  /** Rules of this page only, after those of all. */
  style?: string
  /** Sources of pictures besides the page's own origin, as a content security policy names them. */
  imageSources?: string[]
  /** For a form that ends at an app's address: browsers hold a redirect after a form to the policy, too. */
  formsLeadAnywhere?: boolean
}

const STYLE_HASH = hashOf(STYLE)

/** A whole page: nothing on it runs, nothing may frame it, and only what it needs is loaded. */
export function page(content: Page): Reply {
  return htmlReply(shell(content).text, content.status ?? 200, {
    'Content-Security-Policy': policy(content),
    'Referrer-Policy': 'no-referrer',
    'X-Frame-Options': 'DENY',
    ...content.headers,
  })
}

function policy({ imageSources = [], formsLeadAnywhere = false, style = '' }: Page): string {
  return [
    "default-src 'none'",
    `style-src '${style === '' ? STYLE_HASH : hashOf(STYLE + style)}'`,
    ["img-src 'self'", ...imageSources].join(' '),
    ...(formsLeadAnywhere ? [] : ["form-action 'self'"]),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

function hashOf(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`
}

function shell({ title, siteName, home, main, corner, narrow, style = '' }: Page): Html {
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
<header><a href="${home}" class="site">${siteName}</a>${corner && html`<nav aria-label="Account">${corner}</nav>`}</header>
<main${narrow && html` class="narrow"`}>
${main}
</main>
</body>
</html>
`
}
