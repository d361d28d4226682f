import type { ImageDetail } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Neighbor, Neighbors } from '../../../core/queries/images/neighbors.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import type { Visit } from '../visit.ts'

/** Links to the collection, and to the images before and after this one in it. */
export function renderTopLinks(
  visit: Visit,
  { collection }: ImageDetail,
  { previous, next }: Neighbors,
): Html {
  const { links, messages } = visit
  const above = [
    { url: links.base('/collections/'), name: messages.site.collections },
    { url: links.base(`/collections/${collection.id}/`), name: collection.name },
  ]
  return html`<div class="top-links">
    ${renderBreadcrumbs(visit, above)}
    ${
      (previous ?? next) &&
      html`<nav
        class="neighbors"
        aria-label="${messages.image.inCollection}"
        data-enhance="neighbor-keys"
      >
        ${previous && renderNeighbor(visit, previous, 'prev')}
        ${next && renderNeighbor(visit, next, 'next')}
      </nav>`
    }
  </div>`
}

function renderNeighbor(
  { links, messages: { image } }: Visit,
  { id, title }: Neighbor,
  rel: 'prev' | 'next',
): Html {
  const text = rel === 'prev' ? `‹ ${image.previous}` : `${image.next} ›`
  return html`<a href="${links.image(id)}" rel="${rel}" title="${title}"
    >${text}<span class="unseen">: ${title}</span></a
  >`
}
