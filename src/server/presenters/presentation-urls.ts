import { formatIdRange, type IdRange } from '../../core/iiif/id-range.ts'
import type { Parent } from '../../core/queries/images/presentation-items.ts'
import type { Links } from '../http/links.ts'

/** The URLs of IIIF manifests and collections, which are also their ids. */

export function manifestUrl(links: Links, imageId: number): string {
  return presentationUrl(links, `/images/${imageId}/`)
}

/** The URL of the picture that a manifest shows until there is one. */
export function placeholderUrl(links: Links): string {
  return links.base('/iiif/placeholder.png')
}

/** The URL of the IIIF collection of the whole catalog, of a source or of a collection, or of a range of its items. */
export function collectionUrl(links: Links, parent: Parent, range?: IdRange): string {
  const path = parent.kind === 'catalog' ? '/' : `/${parent.kind}s/${parent.id}/`
  return presentationUrl(links, range ? `${path}${formatIdRange(range)}/` : path)
}

function presentationUrl(links: Links, path: string): string {
  return links.base(`/iiif/presentation/3${path}`)
}
