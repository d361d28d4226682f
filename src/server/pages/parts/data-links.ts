import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'

export interface DataLinks {
  /** URL of a IIIF collection. */
  iiifUrl?: string
  jsonUrl: string
}

/** Links to the same content for programs. */
export function renderDataLinks(
  { messages: { lists } }: Visit,
  { iiifUrl, jsonUrl }: DataLinks,
): Html {
  return html`<section class="data">
    <h2>${lists.data}</h2>
    <ul>
      ${
        iiifUrl !== undefined &&
        html`<li><a href="${iiifUrl}">${lists.iiif}</a>, ${lists.iiifUse}</li>`
      }
      <li><a href="${jsonUrl}">${lists.json}</a>, ${lists.jsonUse}</li>
    </ul>
  </section>`
}
