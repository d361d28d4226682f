import { html, type Html } from '../../../core/base/html.ts'
import type { Image } from '../../../core/contract/image.ts'
import type { Coordinate } from '../../../core/model/geometry/geodesic.ts'
import type { Page } from '../layout.ts'
import { formatDistance } from '../parts/distance.ts'
import { renderThumbnail } from '../parts/thumbnail.ts'
import type { Visit } from '../visit.ts'
import { editorPath } from './editor-path.ts'
import { formatStart } from './format-start.ts'
import { pathInScope, type Scope } from './scope.ts'

/** A placed picture near a position, and where its camera stood. */
export interface NearPicture extends Pick<Image, 'id' | 'title' | 'thumbnail' | 'date_display'> {
  /** With the distance in meters. */
  camera: Coordinate & { distance: number; isRefuted: boolean }
}

interface NearContent {
  /** Id of the image to place. */
  image: number
  scope: Scope
  /** Whether the editor is that of areas, which takes no spot over. */
  isOfAreas: boolean
  /** The nearest first. */
  pictures: readonly NearPicture[]
}

/** The path of the page of the placed pictures near a position. */
export function nearPath(
  image: number,
  scope: Scope,
  others: { at?: string; kind?: 'area' } = {},
): string {
  return pathInScope('/georeference/near/', scope, { image: String(image), ...others })
}

/** Lists pictures that are placed near a position, whose places the editor can take over. Scripts show it over the map. */
export function createNearPage(visit: Visit, { pictures, ...content }: NearContent): Page {
  const { links, messages } = visit
  const { editor } = messages
  const { image, scope, isOfAreas } = content
  const back = editorPath({ id: image, from_above: isOfAreas }, scope)
  return {
    title: editor.near,
    width: 'narrow',
    hasPictures: true,
    styleSheet: 'editor.css',
    main: html`<h1 id="near">${editor.near}</h1>
      <p><a href="${links.base(back)}">${editor.backToEditor}</a></p>
      ${
        pictures.length === 0
          ? html`<p class="note" data-near>${editor.nothingNear}</p>`
          : html`<ul class="near" aria-labelledby="near" data-near>
              ${pictures.map((picture) => renderPicture(visit, picture, content))}
            </ul>`
      }`,
  }
}

function renderPicture(
  visit: Visit,
  picture: NearPicture,
  { image, scope, isOfAreas }: Omit<NearContent, 'pictures'>,
): Html {
  const { links, messages, language } = visit
  const { id, title, thumbnail, date_display: date, camera } = picture
  const { latitude, longitude, distance, isRefuted } = camera
  const position = formatStart(camera)
  const start = pathInScope('/georeference/', scope, { image: String(image), position })
  return html`<li>
    ${renderThumbnail(thumbnail)}
    <a href="${links.image(id)}" class="title" dir="auto" target="_blank">${title}</a>
    <span class="soft"
      ><bdi>${date}</bdi> ·
      ${messages.search.metersAway(formatDistance(language, distance))}${
        isRefuted && html` · ${messages.editor.foundIncorrect}`
      }</span
    >
    ${
      !isOfAreas &&
      html`<a
        href="${links.base(start)}"
        class="button quiet"
        data-action="same-spot"
        data-place="${JSON.stringify({ latitude, longitude })}"
        >${messages.editor.sameSpot(id)}</a
      >`
    }
  </li>`
}
