import { html, type Html } from '../../../core/base/html.ts'
import { changeQuery } from '../../http/change-query.ts'
import { LANGUAGE_PARAMETER } from '../../http/language.ts'
import { LANGUAGES, type Language } from '../../../core/base/languages.ts'
import type { Visit } from '../visit.ts'

/** Each language by its own name. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
}

/** The URL of the same page in another language. */
export function languageUrl({ links, target }: Visit, language: Language): string {
  return links.base(changeQuery(target, { [LANGUAGE_PARAMETER]: language }))
}

/** The preferred URL of a page in a language. Without a language, an address is that of the language of the site. */
export function canonicalUrl({ site }: Visit, url: string, language: Language): string {
  return changeQuery(url, { [LANGUAGE_PARAMETER]: language === site.language ? null : language })
}

/** Links to the same page in all languages. */
export function renderLanguageLinks(visit: Visit): Html {
  return html`<ul class="languages" aria-label="${visit.messages.site.language}">
    ${LANGUAGES.map((language) => renderLink(visit, language))}
  </ul>`
}

function renderLink(visit: Visit, language: Language): Html {
  const isCurrent = language === visit.language
  return html`<li>
    <a
      href="${languageUrl(visit, language)}"
      hreflang="${language}"
      lang="${language}"
      ${isCurrent && html`aria-current="true"`}
      >${LANGUAGE_NAMES[language]}</a
    >
  </li>`
}
