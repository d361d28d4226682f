import type { Source } from '../../core/contract/source.ts'
import type { SourceRow } from '../../core/queries/sources/sources.ts'
import type { Links } from '../http/links.ts'

export function presentSource(source: SourceRow, links: Links): Source {
  return {
    id: source.id,
    name: source.name,
    slug: source.slug,
    url: source.url,
    description: source.description,
    public: source.public === 1,
    collection_count: source.collection_count,
    image_count: source.image_count,
    collections_url: links.api(`/sources/${source.id}/collections/`),
  }
}
