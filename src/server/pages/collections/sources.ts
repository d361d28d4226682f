import type { Image } from '../../../core/contract/image.ts'
import type { Source } from '../../../core/contract/source.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { describeListPage } from '../parts/describe-page.ts'
import { renderJsonLd } from '../parts/json-ld.ts'
import { findPreviewPicture } from '../parts/preview.ts'
import { renderDataLinks } from '../parts/data-links.ts'
import { pageUrl } from '../parts/list-url.ts'
import { renderPager, type Paging } from '../parts/pager.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { renderPlaceThese } from '../parts/place-these.ts'
import { renderPictures } from '../parts/pictures.ts'
import { renderPlaceShare, type Share } from '../parts/place-share.ts'
import { renderWebsite } from '../parts/website.ts'
import { renderEditLink } from '../staff/edit-link.ts'
import { sourceFormPath } from '../staff/sources.ts'
import type { Visit } from '../visit.ts'
import {
  renderCollectionCards,
  renderListTabs,
  renderSourceCards,
  type ShownCollection,
  type ShownSource,
} from './collection-cards.ts'

export interface SourceListContent {
  paging: Paging
  sources: readonly ShownSource[]
}

export function createSourceListPage(visit: Visit, { paging, sources }: SourceListContent): Page {
  const { collections: texts } = visit.messages
  return {
    title: texts.sources,
    hasPictures: true,
    canonicalUrl: pageUrl(visit, paging.page.number),
    preview: { description: texts.sourcesIntroduction },
    main: html`<h1>${texts.sources}</h1>
      <p>${texts.sourcesIntroduction}</p>
      ${renderListTabs(visit, 'sources')}
      ${
        sources.length > 0
          ? renderSourceCards(visit, sources)
          : html`<p class="note">${texts.noSources}</p>`
      }
      ${renderPager(visit, paging)}`,
  }
}

export interface SourceContent {
  source: Source
  /** Number of its images, and of those on the map. */
  share: Share
  /** Number of its images that wait for being placed; 0 if it is not public. */
  unplaced: number
  paging: Paging
  /** One page of its collections. */
  collections: readonly ShownCollection[]
  /** Some of its images. */
  images: readonly Image[]
  /** URL of its IIIF collection. */
  iiifUrl: string
}

/** Shows a source with its collections and some of its images. */
export function createSourcePage(visit: Visit, content: SourceContent): Page {
  const { source, share, paging, collections, images, iiifUrl } = content
  const { links, messages } = visit
  const address = links.base(`/sources/${source.slug}/`)
  const above = [{ url: links.base('/sources/'), name: messages.collections.sources }]
  return {
    title: source.name,
    isPublic: source.public,
    hasPictures: true,
    canonicalUrl: address,
    preview: { description: source.description, picture: findPreviewPicture(images) },
    head: renderJsonLd(
      describeListPage(visit, {
        name: source.name,
        url: address,
        description: source.description,
        items: collections.map(({ collection: { id, name } }) => ({
          url: links.base(`/collections/${id}/`),
          name,
        })),
        count: source.collection_count,
        page: paging.page,
      }),
    ),
    main: html`${renderBreadcrumbs(visit, above)}
      <h1 dir="auto">${source.name}${renderHiddenBadge(visit, source.public)}</h1>
      ${source.description !== '' && html`<p class="description" dir="auto">${source.description}</p>`}
      ${renderWebsite(visit, source.url)} ${renderEditLink(visit, sourceFormPath(source.id))}
      ${renderPlaceShare(visit, share, source.image_count)}
      <h2>${messages.lists.collections(source.collection_count)}</h2>
      ${
        collections.length > 0
          ? renderCollectionCards(visit, collections, { isAtTop: true })
          : html`<p class="note">${messages.collections.noCollections}</p>`
      }
      ${renderPager(visit, paging)} ${renderImages(visit, content)}
      ${
        source.public &&
        renderDataLinks(visit, { iiifUrl, jsonUrl: links.api(`/sources/${source.id}/`) })
      }`,
  }
}

function renderImages(visit: Visit, { source, unplaced, images }: SourceContent): Html | null {
  const { links, messages } = visit
  if (images.length === 0) return null
  const url = links.base(`/images/?source=${source.id}`)
  const scope = { source: String(source.id) }
  return html`<h2 id="images">${messages.collections.images}</h2>
    ${renderPlaceThese(visit, scope, unplaced)}
    ${renderPictures(visit, images, 'images', { scope })}
    ${
      source.public &&
      html`<p class="buttons">
        <a href="${url}" class="button quiet">${messages.lists.allImages(source.image_count)}</a>
      </p>`
    }`
}
