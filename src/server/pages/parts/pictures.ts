import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/html.ts'
import type { Visit } from '../visit.ts'

/**
 * Shows images as a grid of thumbnails with titles and dates.
 * @param label id of the heading that names the grid
 */
export function renderPictures(visit: Visit, images: readonly Image[], label: string): Html {
  return html`<ul class="pictures" aria-labelledby="${label}">
    ${images.map((image) => renderPicture(visit, image))}
  </ul>`
}

function renderPicture({ links }: Visit, { id, thumbnail, title, date_display }: Image): Html {
  // No alternative text, since the title is next to the picture.
  const picture = thumbnail
    ? html`<img src="${thumbnail}" alt="" loading="lazy" />`
    : html`<span class="nothing"></span>`
  return html`<li>
    <a href="${links.image(id)}">
      ${picture}
      <span class="title" dir="auto">${title}</span>
      <span class="date">${date_display}</span>
    </a>
  </li>`
}
