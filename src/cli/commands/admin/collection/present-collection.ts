import { formatTimestamp } from '../../../../core/clock.ts'
import type { HostCollection } from '../../../../core/queries/host-collections.ts'

/** A collection as the commands print it. It is visible if it and its source are public. */
export function presentCollection(collection: HostCollection) {
  const { id, slug, name, images, url, description, announced_at: announcedAt } = collection
  return {
    id,
    slug,
    name,
    source: collection.source_slug,
    public: collection.public === 1,
    visible: collection.public === 1 && collection.source_public === 1,
    images,
    url,
    description,
    announced_at: announcedAt === null ? null : formatTimestamp(announcedAt),
  }
}
