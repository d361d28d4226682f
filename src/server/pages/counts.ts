import { html, type Html } from '../../core/html.ts'

/** Figures side by side, each with what it counts. */
export function counts(figures: readonly (readonly [string, number])[]): Html {
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
