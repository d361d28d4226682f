import { html, type Html } from '../../../core/base/html.ts'
import { changeQuery } from '../../http/change-query.ts'
import type { Image } from '../../../core/contract/image.ts'
import { withoutMarks } from '../../../core/model/tiles/map-box.ts'
import { renderPictures, type Picture } from '../parts/pictures.ts'
import type { Visit } from '../visit.ts'
import { FILTERS_ONLY } from './filters.ts'

/** An image with its place on the map. */
export type PlacedPicture = Image & Pick<Picture, 'placement'>

/** The images on a part of the map. */
export interface InView {
  /** The first ones. */
  images: readonly PlacedPicture[]
  /** Of all of them. */
  count: number
  /** The box, as `west,south,east,north`; undefined for the whole map. */
  inBox: string | undefined
}

/** Lists the images in view. Scripts replace it when the map moves. */
export function renderInView(visit: Visit, { images, count, inBox }: InView): Html {
  const { messages } = visit
  return html`<section class="in-view" data-in-view aria-labelledby="in-view">
    <h2 id="in-view" tabindex="-1">${messages.map.inView(count)}</h2>
    ${count === 0 && html`<p class="soft">${messages.map.nothingInView}</p>`}
    ${renderPictures(visit, images, 'in-view')}
    <p class="buttons">
      ${
        count > images.length &&
        html`<a href="${inBoxUrl(visit, '/map/pictures/', inBox)}" class="button quiet"
          >${messages.lists.allImages(count)}</a
        >`
      }
      ${
        visit.session &&
        count > 0 &&
        !isOfWords(visit) &&
        html`<a href="${inBoxUrl(visit, '/check/', inBox)}" class="button quiet"
            >${messages.check.checkThese}</a
          ><a href="${inBoxUrl(visit, '/georeference/', inBox)}" class="button quiet"
            >${messages.lists.placeAround}</a
          >`
      }
    </p>
  </section>`
}

/** The queues of images cannot be narrowed to words. */
function isOfWords({ target }: Visit): boolean {
  return new URLSearchParams(target.split('?', 2)[1]).has('q')
}

/** The address of another page with the images in a box. */
function inBoxUrl({ links, target }: Visit, path: string, inBox: string | undefined): string {
  const box = path === '/map/pictures/' ? inBox : inBox && withoutMarks(inBox)
  const changed = changeQuery(target, { ...FILTERS_ONLY, in_bbox: box ?? null })
  return links.base(changed.replace(/^\/map\/(?:pictures\/)?/, path))
}
