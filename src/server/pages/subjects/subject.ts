import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import { pathOf } from '../../http/links.ts'
import type { ShownSubject } from '../../presenters/subject-page.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderPosition } from '../parts/coordinates.ts'
import { describeListPage, listImageItems } from '../parts/describe-page.ts'
import { renderJsonLd } from '../parts/json-ld.ts'
import { findPreviewPicture } from '../parts/preview.ts'
import { renderDataLinks } from '../parts/data-links.ts'
import { renderCatalogMap, type CatalogMap } from '../parts/catalog-map.ts'
import { mapPolicy } from '../parts/map-frame.ts'
import { renderPlaceThese } from '../parts/place-these.ts'
import { renderPictures } from '../parts/pictures.ts'
import { renderSpotLinks } from '../parts/spot-links.ts'
import { renderEditLink } from '../staff/edit-link.ts'
import { subjectFormPath } from '../staff/subjects.ts'
import type { Visit } from '../visit.ts'

export interface SubjectContent {
  subject: ShownSubject
  /** In degrees; null without an outline. */
  center: { latitude: number; longitude: number } | null
  map: CatalogMap
  /** Some of its images. */
  images: readonly Image[]
  /** Number of all its images that wait for being placed. */
  unplaced: number
}

/** Shows a subject with its outline, what the knowledge base says, and some of its images. */
export function createSubjectPage(visit: Visit, content: SubjectContent): Page {
  const { subject, map, images } = content
  const { links, messages } = visit
  const above = [{ url: links.base('/subjects/'), name: messages.subjects.title }]
  const { id, title, slug, description } = subject
  const address = links.base(`/subjects/${slug}/`)
  return {
    title,
    hasPictures: true,
    ...(map.extent && { isEnhanced: true, ...mapPolicy(map.basemap) }),
    canonicalUrl: address,
    preview: { description, picture: findPreviewPicture(images) },
    head: renderJsonLd(
      describeListPage(visit, {
        name: title,
        url: address,
        description,
        items: listImageItems(visit, images),
        count: subject.imageCount,
      }),
    ),
    feed: { pagePath: `/subjects/${slug}/`, title },
    main: html`${renderBreadcrumbs(visit, above)}
      <h1 dir="auto">${title}</h1>
      ${description !== '' && html`<p class="description" dir="auto">${description}</p>`}
      ${renderItem(visit, subject)} ${renderEditLink(visit, subjectFormPath(id))}
      ${renderMap(visit, content)} ${renderImages(visit, content)}
      ${renderDataLinks(visit, { jsonUrl: links.api(`/subjects/${id}/`) })}`,
  }
}

function renderItem({ messages }: Visit, { item, description }: ShownSubject): Html {
  const text = messages.subjects.knowledgeBase(item.id)
  const isKnown = item.description === '' || item.description === description
  return html`<p>
    ${item.url === null ? text : html`<a href="${item.url}" rel="nofollow">${text}</a>`}
    ${!isKnown && html`<span class="soft" dir="auto">${item.description}</span>`}
  </p>`
}

/** Shows where it is and where its pictures were taken. The outline is read from the API, because it can be long. */
function renderMap(visit: Visit, { subject, center, map }: SubjectContent): Html | null {
  if (map.extent === null) return null
  const { links, messages } = visit
  const { id, title } = subject
  const outline = `${pathOf(links.api(`/subjects/${id}/geometry/`))}/`
  return html`${renderCatalogMap(visit, map, {
    enhance: 'subject-map',
    id: 'subject-map',
    label: messages.subjects.map(title),
    query: `?subject=${id}`,
    data: center ? { outline, 'outline-failed': messages.subjects.outlineFailed } : {},
    caption: html`${center && html`${messages.subjects.center(renderPosition(visit, center))} · `}<a
        href="${links.base(`/map/?subject=${id}`)}"
        >${messages.map.open}</a
      >`,
  })}
  ${center && renderSpotLinks(visit, center)}`
}

function renderImages(visit: Visit, { subject, images, unplaced }: SubjectContent): Html {
  const { links, messages } = visit
  const { imageCount, id } = subject
  const scope = { subject: String(id) }
  return html`<h2 id="images">${messages.lists.images(imageCount)}</h2>
    ${renderPlaceThese(visit, scope, unplaced)}
    ${renderPictures(visit, images, 'images', { isAtTop: true, scope })}
    ${
      images.length < imageCount &&
      html`<p class="buttons">
        <a href="${links.base(`/images/?subject=${id}`)}" class="button"
          >${messages.lists.allImages(imageCount)}</a
        >
      </p>`
    }`
}
