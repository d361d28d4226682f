import { html, type Html } from '../../core/html.ts'
import type { Language } from '../messages/languages.ts'

/** Shows counts side by side, each with its label. */
export function renderCounts(
  language: Language,
  counts: readonly (readonly [label: string, count: number])[],
): Html {
  return html`<dl class="counts">
    ${counts.map(
      ([label, count]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${count.toLocaleString(language)}</dd>
        </div>`,
    )}
  </dl>`
}
