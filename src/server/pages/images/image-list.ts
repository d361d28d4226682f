import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { DecadeCount } from '../../../core/edtf/count-decades.ts'
import { changeQuery } from '../../http/change-query.ts'
import type { Page } from '../layout.ts'
import { readScope } from '../editor/scope.ts'
import { describeListPage, listImageItems } from '../parts/describe-page.ts'
import { renderJsonLd } from '../parts/json-ld.ts'
import { findPreviewPicture } from '../parts/preview.ts'
import { pageUrl } from '../parts/list-url.ts'
import { renderPager, type Paging } from '../parts/pager.ts'
import { renderPlaceThese } from '../parts/place-these.ts'
import { renderPictures } from '../parts/pictures.ts'
import type { Visit } from '../visit.ts'
import { renderFilterChips } from './filter-chips.ts'
import { renderFilterForm } from './filter-form.ts'
import type { ShownFilters } from './filters.ts'
import { renderYearHistogram } from './year-histogram.ts'

export interface ImageListContent {
  filters: ShownFilters
  paging: Paging
  images: readonly Image[]
  /** Number of those that wait for being placed. */
  unplaced: number
  /** Of the images that match all filters but the years. */
  decades: readonly DecadeCount[]
}

/** The list of images with its filters. */
export function createImageListPage(visit: Visit, content: ImageListContent): Page {
  const { filters, paging, images, decades, unplaced } = content
  const { messages } = visit
  const address = pageUrl(visit, paging.page.number)
  const scope = readScope({ ...filters.given })
  return {
    title: messages.images.title,
    hasPictures: true,
    isEnhanced: true,
    canonicalUrl: address,
    preview: { picture: findPreviewPicture(images) },
    head: renderJsonLd(
      describeListPage(visit, {
        name: messages.images.title,
        url: address,
        items: listImageItems(visit, images),
        count: paging.count,
        page: paging.page,
      }),
    ),
    main: html`<h1 id="images">${messages.images.title}</h1>
      ${renderYearHistogram(visit, decades, filters)} ${renderFilterForm(visit, filters)}
      ${renderFilterChips(visit, filters)}
      ${
        images.length > 0
          ? html`<p class="total">
                ${messages.lists.images(paging.count)} ${renderMapLink(visit, filters)}
              </p>
              ${renderPlaceThese(visit, scope, unplaced)}
              <div data-enhance="grid">
                ${renderPictures(visit, images, 'images', { isAtTop: true, scope })}
                ${renderPager(visit, paging)}
              </div>`
          : renderNothing(visit, filters)
      }`,
  }
}

/** Links to the map of these images, unless none of them is on it. */
function renderMapLink({ links, target, messages }: Visit, { query }: ShownFilters): Html | null {
  if (query?.georeferenced === false) return null
  const map = changeQuery(target, { page: null, lang: null, georeferenced: null })
  const url = links.base(map.replace(/^\/images\//v, '/map/'))
  return html`<a href="${url}">${messages.map.onMap}</a>`
}

/** Explains an empty list, with a way out. */
function renderNothing({ links, messages: { images } }: Visit, { given }: ShownFilters): Html {
  if (Object.keys(given).length === 0) return html`<p class="note">${images.empty}</p>`
  return html`<div class="note">
    <p><strong>${images.none}</strong></p>
    <p>${images.noneAdvice}</p>
    <p><a href="${links.base('/images/')}">${images.showAll}</a></p>
  </div>`
}

/** The form with what is wrong, in place of the list. */
export function createInvalidFiltersPage(visit: Visit, filters: ShownFilters): Page {
  const { title } = visit.messages.images
  return {
    title,
    status: 400,
    main: html`<h1>${title}</h1>
      ${renderFilterForm(visit, filters)}`,
  }
}
