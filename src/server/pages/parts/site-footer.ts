import { html, type Html } from '../../../core/base/html.ts'
import { SITE_TEXTS, type FooterLink } from '../../../core/config/site-settings.ts'
import type { Visit } from '../visit.ts'
import { renderLanguageLinks } from './language-links.ts'
import { chooseText, renderLang } from './translated.ts'

/**
 * Links to the other languages, to the texts and links of the community, to lists that the header does not show, and
 * to the API reference.
 * @param isTranslated whether the page exists in other languages at its address
 */
export function renderSiteFooter(visit: Visit, isTranslated: boolean): Html {
  const { links, messages, site } = visit
  return html`<footer>
    ${isTranslated && renderLanguageLinks(visit)}
    <ul>
      ${SITE_TEXTS.map(
        (name) =>
          site[name] !== null &&
          html`<li><a href="${links.base(`/${name}/`)}">${messages.site[name]}</a></li>`,
      )}
      ${(site.footerLinks ?? []).map((link) => renderFooterLink(visit, link))}
      <li><a href="${links.base('/sources/')}">${messages.site.sources}</a></li>
      <li><a href="${links.base('/contributors/')}">${messages.site.contributors}</a></li>
      <li><a href="${links.api('/docs/')}">${messages.site.api}</a></li>
    </ul>
  </footer>`
}

function renderFooterLink({ language }: Visit, { title, url }: FooterLink): Html {
  const chosen = chooseText(title, language)
  return html`<li>
    <a href="${url}" ${renderLang(chosen)}>${chosen.text}</a>
  </li>`
}
