import { html } from '../../core/base/html.ts'
import type { SiteTextName } from '../../core/config/site-settings.ts'
import type { Translated } from '../../core/config/translated.ts'
import type { Page } from './layout.ts'
import { renderMarkdown } from './parts/markdown.ts'
import { chooseText, renderLang } from './parts/translated.ts'
import type { Visit } from './visit.ts'

/** A page with a text of the community, such as its imprint. */
export function createSiteTextPage(visit: Visit, name: SiteTextName, texts: Translated): Page {
  const chosen = chooseText(texts, visit.language)
  const title = visit.messages.site[name]
  return {
    title,
    width: 'narrow',
    canonicalUrl: visit.links.base(`/${name}/`),
    main: html`<h1>${title}</h1>
      <div${renderLang(chosen)}>${renderMarkdown(chosen.text)}</div>`,
  }
}
