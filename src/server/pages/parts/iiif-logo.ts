import { html } from '../../../core/base/html.ts'

/** The logo of IIIF, by which people know links that they can drag into a viewer: three letters i and a letter f. */
export const IIIF_LOGO = html`<svg viewBox="0 0 370 331" width="18" height="16" aria-hidden="true">
  <g fill="#2873ab">
    <path d="M7 113l71 27v190L7 303zm179 0l71 27v190l-71-27z" />
    <ellipse cx="42" cy="67" rx="40" ry="43" />
    <ellipse cx="222" cy="67" rx="40" ry="43" />
  </g>
  <g fill="#ed1d33">
    <path
      d="M168 113l-71 27v190l71-27zM370 0q-97 10-97 95v236l71-27V171l26-9v-48l-26 8V88q0-30 26-22z"
    />
    <ellipse cx="132" cy="67" rx="40" ry="43" />
  </g>
</svg>`
