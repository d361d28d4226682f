/** Texts for display: Presentation API 3.0, 4.4 and 4.5. */

import { html } from '../base/html.ts'

/** Texts by language. The texts of the catalog have none, because their language is not known. */
export type LanguageMap = { en: string[] } | { none: string[] }

export function english(text: string): LanguageMap {
  return { en: [text] }
}

export function untagged(...texts: string[]): LanguageMap {
  return { none: texts }
}

/**
 * Formats a text for a property that may contain HTML: `summary` and the `value` of an entry. Viewers take a text that
 * starts with `<` and ends with `>` for HTML, so a text with `<` is escaped and put into an element.
 */
export function plainText(text: string): string {
  return text.includes('<') ? html`<span>${text}</span>`.text : text
}

/** Formats a link for a property that may contain HTML. @param url http or https */
export function textLink(url: string, text: string): string {
  return html`<a href="${url}">${text}</a>`.text
}
