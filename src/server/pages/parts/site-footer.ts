import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'
import { renderLanguageLinks } from './language-links.ts'

/**
 * Links to the other languages, to lists that the header does not show, and to the API reference.
 * @param isTranslated whether the page exists in other languages at its address
 */
export function renderSiteFooter(visit: Visit, isTranslated: boolean): Html {
  const { links, messages } = visit
  return html`<footer>
    ${isTranslated && renderLanguageLinks(visit)}
    <ul>
      <li><a href="${links.base('/sources/')}">${messages.site.sources}</a></li>
      <li><a href="${links.base('/contributors/')}">${messages.site.contributors}</a></li>
      <li><a href="${links.api('/docs/')}">${messages.site.api}</a></li>
    </ul>
  </footer>`
}
