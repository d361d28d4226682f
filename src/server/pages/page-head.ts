import { html, type Html } from '../../core/base/html.ts'
import type { AssetSource, ModuleSource } from '../http/assets.ts'
import { feedUrl } from '../feeds/feed-url.ts'
import { LANGUAGES, type Language } from '../../core/base/languages.ts'
import { canonicalUrl } from './parts/language-links.ts'
import { renderPreview, type Preview } from './parts/preview.ts'
import type { Visit } from './visit.ts'

export interface PageHead {
  /** The site's name is appended to it in the title of the window. */
  title: string
  /** False for a page that only staff see, which has no addresses for search engines, other sites or feed readers. */
  isPublic?: boolean
  /** The preferred URL of the page without a language, for search engines and for previews in other sites. */
  canonicalUrl?: string
  preview?: Preview
  /** The path of the page if it has a feed below it, and what the feed shows. */
  feed?: { pagePath: string; title: string }
  /** Further elements of the head of a public page. */
  head?: Html
  /** Whether scripts enhance elements of the page. */
  isEnhanced?: boolean
  /** The module of its main element, which loads at once. */
  module?: ModuleSource
  /** A style sheet of this page, besides the shared one. */
  styleSheet?: AssetSource
  /** False for a page without versions in other languages at its address, such as an error. */
  isTranslated?: boolean
}

export function renderHead(visit: Visit, page: PageHead): Html {
  const { siteName, links } = visit
  const { title, styleSheet, isEnhanced, module, isPublic = true } = page
  const windowTitle = title === siteName ? siteName : `${title} · ${siteName}`
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${windowTitle}</title>
    ${linkStyleSheet(visit, 'site.css')} ${styleSheet && linkStyleSheet(visit, styleSheet)}
    <link rel="stylesheet" media="print" href="${links.asset('print.css')}" />
    ${isEnhanced && renderScripts(visit, module)}
    ${isPublic ? renderAddresses(visit, page) : html`<meta name="robots" content="noindex" />`}
    ${linkFeed(visit, { pagePath: '/', title: siteName })} ${isPublic && page.head}
  </head>`
}

/** Renders the script of all pages, and links to the modules that are needed first, which would be found one after the other. */
function renderScripts({ links }: Visit, module: PageHead['module']): Html {
  const script = links.asset('enhance.ts')
  const modules = new Set(links.modules('enhance.ts'))
  if (module) links.modules(module).forEach((path) => modules.add(path))
  modules.delete(script)
  return html`<script type="module" src="${script}"></script>
    ${[...modules].map((path) => html`<link rel="modulepreload" href="${path}" />`)}`
}

/** For search engines, other sites and feed readers. */
function renderAddresses(visit: Visit, page: PageHead): Html {
  const { title, isTranslated = true, feed, preview = {} } = page
  const { links, target, language } = visit
  const url = page.canonicalUrl ?? links.base(target)
  const own = isTranslated ? canonicalUrl(visit, url, language) : url
  return html`${
    page.canonicalUrl !== undefined &&
    html`<link rel="canonical" href="${own}" />
      ${renderPreview(visit, { title, url: own }, preview)}`
  }
  ${isTranslated && renderTranslations(visit, url)} ${feed && linkFeed(visit, feed)}`
}

function linkStyleSheet({ links }: Visit, source: AssetSource): Html {
  return html`<link rel="stylesheet" href="${links.asset(source)}" />`
}

function linkFeed(visit: Visit, { pagePath, title }: NonNullable<PageHead['feed']>): Html {
  const url = feedUrl(visit, pagePath)
  return html`<link rel="alternate" type="application/atom+xml" title="${title}" href="${url}" />`
}

/** For search engines: the addresses of the page in each language, and that for all others. */
function renderTranslations(visit: Visit, url: string): Html[] {
  const link = (hreflang: string, language: Language): Html =>
    html`<link
      rel="alternate"
      hreflang="${hreflang}"
      href="${canonicalUrl(visit, url, language)}"
    />`
  return [
    ...LANGUAGES.map((language) => link(language, language)),
    link('x-default', visit.site.language),
  ]
}
