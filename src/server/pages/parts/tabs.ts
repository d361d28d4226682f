import { html, type Html } from '../../../core/base/html.ts'

export interface Tab {
  text: string
  url: string
  isCurrent: boolean
}

/** Links to variants of a page, of which one is shown. */
export function renderTabs(label: string, tabs: readonly Tab[]): Html {
  return html`<nav class="tabs" aria-label="${label}">
    ${tabs.map(
      ({ text, url, isCurrent }) =>
        html`<a href="${url}" ${isCurrent && html`aria-current="page"`}>${text}</a>`,
    )}
  </nav>`
}
