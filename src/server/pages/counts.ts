import { html, type Html } from '../../core/html.ts'

/** Counts side by side, each with its label. */
export function renderCounts(figures: readonly (readonly [string, number])[]): Html {
  return html`<dl class="counts">
    ${figures.map(
      ([name, figure]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${figure.toLocaleString('en')}</dd>
        </div>`,
    )}
  </dl>`
}
