import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { PlacementBox } from '../../../core/queries/images/find-placements.ts'
import { editorPath } from '../editor/editor-path.ts'
import type { Scope } from '../editor/scope.ts'
import type { Visit } from '../visit.ts'
import { renderThumbnail } from './thumbnail.ts'

/** Image in a grid. */
export type Picture = Pick<Image, 'id' | 'title' | 'thumbnail' | 'date_display'> &
  Partial<Pick<Image, 'georeference_status' | 'from_above'>> & {
    /** A remark below the date, such as a distance. */
    note?: string
    /** Its place on the map beside the grid, for scripts. */
    placement?: PlacementBox | undefined
  }

interface GridOptions {
  /** Whether its beginning is in the window when the page opens. */
  isAtTop?: boolean
  /** The images of which these are some, among which a user who places one of them goes on. */
  scope?: Scope
}

/**
 * Shows images as a grid of thumbnails with titles and dates.
 * @param label id of the heading that names the grid
 */
export function renderPictures(
  visit: Visit,
  images: readonly Picture[],
  label: string,
  { isAtTop = false, scope = {} }: GridOptions = {},
): Html {
  const first = isAtTop ? images.find(({ thumbnail }) => thumbnail !== null) : undefined
  return html`<ul class="pictures" aria-labelledby="${label}">
    ${images.map((image) => renderPicture(visit, image, { isFirst: image === first, scope }))}
  </ul>`
}

function renderPicture(
  visit: Visit,
  picture: Picture,
  { isFirst, scope }: { isFirst: boolean; scope: Scope },
): Html {
  const { links } = visit
  const { id, thumbnail, note, georeference_status: status, placement } = picture
  return html`<li ${placement && renderPlacement(placement)}>
    <a href="${links.image(id)}">
      ${renderThumbnail(thumbnail, isFirst)} ${renderPictureText(visit, picture)}
      ${note !== undefined && html`<span class="date">${note}</span>`}
    </a>
    ${status === 'available' && renderPlaceLink(visit, picture, scope)}
  </li>`
}

/** The title and the date of an image, with a pin if it is on the map. */
export function renderPictureText(
  { messages: { lists } }: Visit,
  { title, date_display, georeference_status: status }: Picture,
): Html {
  return html`<span class="title" dir="auto">${title}</span>
    <span class="date"
      >${
        status === 'georeferenced' &&
        html`<span class="placed" title="${lists.onTheMap}"
          ><span class="unseen">${lists.onTheMap}</span></span
        >`
      }${date_display}</span
    >`
}

function renderPlacement({ kind, id, direction, ...box }: PlacementBox): Html {
  return html`data-place="${kind}/${id}"
  data-box="${[box.west, box.south, box.east, box.north].join()}"
  ${typeof direction === 'number' && html`data-direction="${direction}"`}`
}

function renderPlaceLink({ links, messages }: Visit, picture: Picture, scope: Scope): Html {
  const { id, title, from_above = false } = picture
  return html`<a
    href="${links.base(editorPath({ id, from_above }, scope))}"
    class="place"
    aria-label="${messages.editor.title(title)}"
    >${messages.lists.place}</a
  >`
}
