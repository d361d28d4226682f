import { english, untagged } from '../../../core/iiif/language-map.ts'
import type { Agent, ExternalResource } from '../../../core/iiif/resource.ts'
import { isLink } from '../../../core/model/text.ts'
import type { Parent } from '../../../core/queries/images/presentation-items.ts'
import type { Links } from '../../http/links.ts'
import { collectionUrl } from '../presentation-urls.ts'

/** Links to a page about the object. */
export function presentPage(url: string, name: string, language?: string[]): ExternalResource {
  const label = untagged(name)
  return { id: url, type: 'Text', label, format: 'text/html', ...(language && { language }) }
}

/** Links to the record in the catalog's own API. @param path below `/api/v2` */
export function presentRecord(links: Links, path: string): ExternalResource {
  return {
    id: links.api(path),
    type: 'Dataset',
    label: english('Record in the catalog’s API'),
    format: 'application/json',
    profile: links.api('/openapi.json'),
  }
}

/** Links to the IIIF collection that contains the object. */
export function presentContainer(links: Links, parent: Parent, name: string): ExternalResource {
  return { id: collectionUrl(links, parent), type: 'Collection', label: untagged(name) }
}

/** The source as the organization that provides the images. Its id belongs to no other resource. */
export function presentProvider(
  links: Links,
  { id, name, url }: { id: number; name: string; url: string },
): Agent {
  return {
    id: `${collectionUrl(links, { kind: 'source', id })}#provider`,
    type: 'Agent',
    label: untagged(name),
    ...(isLink(url) && { homepage: [presentPage(url, name)] }),
  }
}
