import type { Collection } from '../../../core/contract/collection.ts'
import type { Image } from '../../../core/contract/image.ts'
import { html, type Html } from '../../../core/base/html.ts'
import type { Page } from '../layout.ts'
import { renderBreadcrumbs } from '../parts/breadcrumbs.ts'
import { renderCollectionData } from '../parts/describe-data.ts'
import { describeListPage, listImageItems } from '../parts/describe-page.ts'
import { renderJsonLd } from '../parts/json-ld.ts'
import { findPreviewPicture } from '../parts/preview.ts'
import { renderDataLinks } from '../parts/data-links.ts'
import type { CatalogMap } from '../parts/catalog-map.ts'
import { pageUrl } from '../parts/list-url.ts'
import { renderHiddenBadge } from '../parts/hidden-badge.ts'
import { mapPolicy } from '../parts/map-frame.ts'
import { renderOverviewMap } from '../parts/overview-map.ts'
import { renderPager, type Paging } from '../parts/pager.ts'
import { renderPlaceThese } from '../parts/place-these.ts'
import { renderPictures } from '../parts/pictures.ts'
import { renderPlaceShare, type Share } from '../parts/place-share.ts'
import { renderWebsite } from '../parts/website.ts'
import { collectionImagesPath } from '../staff/collection-images.ts'
import { collectionFormPath } from '../staff/collection-form.ts'
import { renderEditLink } from '../staff/edit-link.ts'
import type { Visit } from '../visit.ts'
import { renderCollectionCards, renderListTabs, type ShownCollection } from './collection-cards.ts'

export interface CollectionListContent {
  paging: Paging
  collections: readonly ShownCollection[]
}

export function createCollectionListPage(
  visit: Visit,
  { paging, collections }: CollectionListContent,
): Page {
  const { collections: texts } = visit.messages
  return {
    title: texts.title,
    hasPictures: true,
    canonicalUrl: pageUrl(visit, paging.page.number),
    preview: { description: texts.introduction },
    main: html`<h1>${texts.title}</h1>
      <p>${texts.introduction}</p>
      ${renderListTabs(visit, 'collections')}
      ${
        collections.length > 0
          ? renderCollectionCards(visit, collections, { showsSource: true, isAtTop: true })
          : html`<p class="note">${texts.none}</p>`
      }
      ${renderPager(visit, paging)}`,
  }
}

export interface CollectionContent {
  collection: Collection
  /** Whether it and its source are public. */
  isPublic: boolean
  /** Number of its images, and of those on the map. */
  share: Share
  /** Number of its images that wait for being placed; 0 if it is not public. */
  unplaced: number
  /** Null if it is not public. */
  map: CatalogMap | null
  /** Some of its images. */
  images: readonly Image[]
  /** URL of its IIIF collection. */
  iiifUrl: string
}

/** Shows a collection with some of its images. */
export function createCollectionPage(visit: Visit, content: CollectionContent): Page {
  const { collection, isPublic, share, map, images, iiifUrl } = content
  const { links, messages } = visit
  const { id, name, description, source, url } = collection
  const address = links.base(`/collections/${id}/`)
  const above = [
    { url: links.base('/sources/'), name: messages.collections.sources },
    { url: links.base(`/sources/${source.slug}/`), name: source.name },
  ]
  return {
    title: name,
    isPublic,
    hasPictures: true,
    isEnhanced: true,
    ...(map && mapPolicy(map.basemap)),
    canonicalUrl: address,
    preview: { description, picture: findPreviewPicture(images) },
    head: html`${renderJsonLd(
      describeListPage(visit, {
        name,
        url: address,
        description,
        items: listImageItems(visit, images),
        count: collection.image_count,
      }),
    )}${isPublic && renderCollectionData(visit, collection)}`,
    feed: { pagePath: `/collections/${id}/`, title: name },
    main: html`${renderBreadcrumbs(visit, above)}
      <h1 dir="auto">${name}${renderHiddenBadge(visit, isPublic)}</h1>
      ${description !== '' && html`<p class="description" dir="auto">${description}</p>`}
      ${renderWebsite(visit, url)} ${renderEditLink(visit, collectionFormPath(id))}
      ${renderPlaceShare(visit, share, collection.image_count)}
      ${map && renderOverviewMap(visit, map, `?collection=${id}`)} ${renderImages(visit, content)}
      ${isPublic && renderDataLinks(visit, { iiifUrl, jsonUrl: links.api(`/collections/${id}/`) })}`,
  }
}

function renderImages(
  visit: Visit,
  { collection, isPublic, unplaced, images }: CollectionContent,
): Html {
  const { links, messages } = visit
  if (images.length === 0) return html`<p class="note">${messages.collections.noImages}</p>`
  const count = collection.image_count
  const { id } = collection
  const scope = { collection: String(id) }
  const url = links.base(isPublic ? `/images/?collection=${id}` : collectionImagesPath(id))
  return html`<h2 id="images">${messages.lists.images(count)}</h2>
    ${renderPlaceThese(visit, scope, unplaced)}
    ${renderPictures(visit, images, 'images', { scope })}
    <p class="buttons">
      <a href="${url}" class="button quiet">${messages.lists.allImages(count)}</a>
    </p>`
}
