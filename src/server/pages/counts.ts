import { html, type Html } from '../../core/html.ts'

/** Shows counts side by side, each with its label. */
export function renderCounts(counts: readonly (readonly [label: string, count: number])[]): Html {
  return html`<dl class="counts">
    ${counts.map(
      ([label, count]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${count.toLocaleString('en')}</dd>
        </div>`,
    )}
  </dl>`
}
