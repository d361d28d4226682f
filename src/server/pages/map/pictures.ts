import { html, type Html } from '../../../core/base/html.ts'
import { changeQuery } from '../../http/change-query.ts'
import { renderFilterChips } from '../images/filter-chips.ts'
import type { ShownFilters } from '../images/filters.ts'
import type { Page } from '../layout.ts'
import { pageUrl } from '../parts/list-url.ts'
import { renderPager, type Paging } from '../parts/pager.ts'
import { renderPictures } from '../parts/pictures.ts'
import type { Visit } from '../visit.ts'
import type { PlacedPicture } from './in-view.ts'

export interface PicturesContent {
  filters: ShownFilters
  paging: Paging
  images: readonly PlacedPicture[]
}

/** The images on a part of the map, as a list. */
export function createPicturesPage(visit: Visit, content: PicturesContent): Page {
  const { filters, paging, images } = content
  const { map } = visit.messages
  return {
    title: map.partTitle,
    hasPictures: true,
    isEnhanced: true,
    canonicalUrl: pageUrl(visit, paging.page.number),
    main: html`<h1 id="images">${map.partTitle}</h1>
      <p>${renderBack(visit)}</p>
      ${renderFilterChips(visit, filters, '/map/')}
      <p class="total" data-total="${paging.count}">${map.inView(paging.count)}</p>
      ${
        images.length > 0
          ? html`<div data-enhance="grid">
              ${renderPictures(visit, images, 'images', { isAtTop: true })}
              ${renderPager(visit, paging)}
            </div>`
          : html`<p class="note">${map.nothingInView}</p>`
      }`,
  }
}

function renderBack({ links, target, messages }: Visit): Html {
  const changes = { in_bbox: null, point: null, area: null, page: null, lang: null }
  const map = changeQuery(target, changes).replace(/^\/map\/pictures\//, '/map/')
  return html`<a href="${links.base(map)}">${messages.map.back}</a>`
}
