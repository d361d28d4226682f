import { html, type Html } from '../../../core/base/html.ts'
import type { Rectangle } from '../../../core/iiif/full-image.ts'
import { cropRegion, type Region } from '../../../core/iiif/region.ts'
import { renderReport } from '../contribute/report.ts'
import { renderSubjectEditor } from '../contribute/subjects.ts'
import { CSRF_PAGE_HEADERS } from '../csrf-field.ts'
import type { Page } from '../layout.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { mapPolicy } from '../parts/map-frame.ts'
import { renderPictures } from '../parts/pictures.ts'
import { isSignedIn, type Visit } from '../visit.ts'
import { renderComments } from './comments.ts'
import { renderContributeLinks } from './contribute-links.ts'
import { renderFacts } from './facts.ts'
import { renderFrame } from './frame.ts'
import { createPreview, renderHead } from './head.ts'
import type { ImageContent } from './image-content.ts'
import { renderPlace } from './place.ts'
import { renderReuse } from './reuse.ts'
import { renderSimilar } from './similar.ts'
import { renderThenAndNow } from './then-and-now.ts'
import { renderTopLinks } from './top-links.ts'

/**
 * Shows an image with all that is known of it, and to signed-in users the forms with which they add to it. Without
 * scripts, only the zoom and the movable map are missing.
 */
export function createImagePage(visit: Visit, content: ImageContent): Page {
  const { image, isPublic, placement, basemap, neighbors, thenAndNow, nearby } = content
  return {
    title: image.title,
    isPublic,
    hasPictures: true,
    isEnhanced: true,
    styleSheet: 'image.css',
    ...(placement && mapPolicy(basemap)),
    canonicalUrl: visit.links.image(image.duplicate_of ?? image.id),
    preview: createPreview(content),
    head: renderHead(visit, content),
    ...(isSignedIn(visit) && { headers: CSRF_PAGE_HEADERS }),
    main: html`<article class="image">
        ${renderTopLinks(visit, image, neighbors)} ${renderPicture(visit, content)}
        <div class="columns">
          <section class="about">
            <h1 dir="auto">${image.title}${renderHiddenBadge(visit, isPublic)}</h1>
            ${renderByline(visit, content)} ${renderDuplicate(visit, content)}
            ${image.description !== '' && html`<p class="description" dir="auto">${image.description}</p>`}
            ${renderFacts(visit, content)} ${renderContributeLinks(visit, image)}
            ${isSignedIn(visit) && renderSubjectEditor(visit, content)}
          </section>
          ${renderPlace(visit, content)}
          <div>${renderComments(visit, content)} ${renderReport(visit, content)}</div>
        </div>
        ${renderReuse(visit, content)}
      </article>
      ${thenAndNow && renderThenAndNow(visit, image, thenAndNow)} ${renderNearby(visit, nearby)}
      ${content.hasSimilar && renderSimilar(visit, image)}`,
  }
}

/** The picture, or the part of it that the address names. */
function renderPicture(visit: Visit, content: ImageContent): Html {
  const { picture, part: region } = content
  const part = region && locatePart(region, picture)
  const frame = renderFrame(visit, content, { isFirst: true, part })
  if (part) return html`${frame} ${renderWholeLink(visit, content)}`
  const isMissing = region !== undefined && picture !== null
  return html`${isMissing && html`<p class="note">${visit.messages.image.noPart}</p>`} ${frame}`
}

/** The service makes it. */
function locatePart(region: Region, picture: ImageContent['picture']): Rectangle | undefined {
  return picture?.size && picture.service !== null ? cropRegion(region, picture.size) : undefined
}

/** The viewer has a button for it. */
function renderWholeLink({ links, messages }: Visit, { image }: ImageContent): Html {
  return html`<noscript
    ><p><a href="${links.image(image.id)}">${messages.maps.wholePicture}</a></p></noscript
  >`
}

function renderByline({ links }: Visit, { image: { creator }, date }: ImageContent): Html | null {
  if (date === null && creator === '') return null
  const images = links.base(`/images/?${new URLSearchParams({ creator }).toString()}`)
  const link = html`<a href="${images}" dir="auto">${creator}</a>`
  return html`<p class="byline">
    ${date !== null && html`<span>${date}</span>`} ${date !== null && creator !== '' && '·'}
    ${creator !== '' && link}
  </p>`
}

function renderDuplicate(
  { links, messages }: Visit,
  { image: { duplicate_of: original } }: ImageContent,
): Html | null {
  if (original === null) return null
  const link = (text: string) => html`<a href="${links.image(original)}">${text}</a>`
  return html`<p class="note">${messages.image.duplicate(link, original)}</p>`
}

function renderNearby(visit: Visit, nearby: ImageContent['nearby']): Html | null {
  if (nearby.length === 0) return null
  return html`<section class="nearby">
    <h2 id="nearby">${visit.messages.image.nearby}</h2>
    ${renderPictures(visit, nearby, 'nearby')}
  </section>`
}
