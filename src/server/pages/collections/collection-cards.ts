import type { Collection } from '../../../core/contract/collection.ts'
import type { Source } from '../../../core/contract/source.ts'
import type { Html } from '../../../core/base/html.ts'
import { renderCards } from '../parts/cards.ts'
import { renderPlaceShare, type Share } from '../parts/place-share.ts'
import { renderTabs } from '../parts/tabs.ts'
import type { Visit } from '../visit.ts'

export interface ShownCollection {
  collection: Collection
  /** URL of a thumbnail that stands for it. */
  cover: string | null
  share?: Share
}

export interface ShownSource {
  source: Source
  cover: string | null
}

/** Links between the lists of collections and of sources. */
export function renderListTabs(
  { links, messages: { collections } }: Visit,
  current: 'collections' | 'sources',
): Html {
  return renderTabs(collections.title, [
    {
      text: collections.title,
      url: links.base('/collections/'),
      isCurrent: current === 'collections',
    },
    { text: collections.sources, url: links.base('/sources/'), isCurrent: current === 'sources' },
  ])
}

interface CollectionCardsOptions {
  /** Whether the collections belong to several sources. */
  showsSource?: boolean
  /** Whether they are in the window when the page opens. */
  isAtTop?: boolean
}

export function renderCollectionCards(
  visit: Visit,
  collections: readonly ShownCollection[],
  { showsSource = false, isAtTop = false }: CollectionCardsOptions,
): Html {
  const { links, messages } = visit
  return renderCards(
    collections.map(({ collection, cover, share }) => {
      const { id, name, description, source, image_count } = collection
      const images = messages.lists.images(image_count)
      return {
        url: links.base(`/collections/${id}/`),
        name,
        cover,
        line: showsSource ? [source.name, images] : [images],
        description,
        more: share && renderPlaceShare(visit, share, image_count),
      }
    }),
    isAtTop,
  )
}

export function renderSourceCards(
  { links, messages: { lists } }: Visit,
  sources: readonly ShownSource[],
): Html {
  return renderCards(
    sources.map(
      ({ source: { name, slug, description, collection_count, image_count }, cover }) => ({
        url: links.base(`/sources/${slug}/`),
        name,
        cover,
        line: [lists.collections(collection_count), lists.images(image_count)],
        description,
      }),
    ),
    true,
  )
}
