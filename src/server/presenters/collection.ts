import { formatTimestamp } from '../../core/base/clock.ts'
import type { Collection } from '../../core/contract/collection.ts'
import type { CollectionRow } from '../../core/queries/sources/collections.ts'
import type { Links } from '../http/links.ts'

export function presentCollection(collection: CollectionRow, links: Links): Collection {
  return {
    id: collection.id,
    name: collection.name,
    slug: collection.slug,
    url: collection.url,
    description: collection.description,
    public: collection.public === 1,
    source: {
      id: collection.source_id,
      name: collection.source_name,
      slug: collection.source_slug,
    },
    announced_at:
      collection.announced_at === null ? null : formatTimestamp(collection.announced_at),
    image_count: collection.image_count,
    images_url: links.api(`/images/?collection=${collection.id}`),
  }
}
