import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Visit } from '../visit.ts'
import { renderThumbnail } from './thumbnail.ts'

/** Image in a grid. */
export type Picture = Pick<Image, 'id' | 'title' | 'thumbnail' | 'date_display'> &
  Partial<Pick<Image, 'georeference_status'>> & {
    /** A remark below the date, such as a distance. */
    note?: string
  }

/**
 * Shows images as a grid of thumbnails with titles and dates.
 * @param label id of the heading that names the grid
 * @param isAtTop whether its beginning is in the window when the page opens
 */
export function renderPictures(
  visit: Visit,
  images: readonly Picture[],
  label: string,
  isAtTop = false,
): Html {
  const first = isAtTop ? images.find(({ thumbnail }) => thumbnail !== null) : undefined
  return html`<ul class="pictures" aria-labelledby="${label}">
    ${images.map((image) => renderPicture(visit, image, image === first))}
  </ul>`
}

function renderPicture({ links, messages }: Visit, picture: Picture, isFirst: boolean): Html {
  const { id, thumbnail, title, date_display, note, georeference_status: status } = picture
  return html`<li>
    <a href="${links.image(id)}">
      ${renderThumbnail(thumbnail, isFirst)}
      <span class="title" dir="auto">${title}</span>
      <span class="date"
        >${
          status === 'georeferenced' &&
          html`<span class="placed" title="${messages.lists.onTheMap}"
            ><span class="unseen">${messages.lists.onTheMap}</span></span
          >`
        }${date_display}</span
      >
      ${note !== undefined && html`<span class="date">${note}</span>`}
    </a>
  </li>`
}
