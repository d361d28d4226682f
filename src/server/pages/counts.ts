import { html, type Html } from '../../core/base/html.ts'
import type { Language } from '../../core/base/languages.ts'

/** Shows counts side by side, each with its label, which may link to what is counted. */
export function renderCounts(
  language: Language,
  counts: readonly (readonly [label: string, count: number, url?: string])[],
): Html {
  return html`<dl class="counts">
    ${counts.map(
      ([label, count, url]) =>
        html`<div>
          <dt>${url === undefined ? label : html`<a href="${url}">${label}</a>`}</dt>
          <dd>${count.toLocaleString(language)}</dd>
        </div>`,
    )}
  </dl>`
}
