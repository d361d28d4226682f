import type { ImageApiVersion } from '../../core/iiif/size.ts'
import type { Links } from '../links.ts'
import type { TilesIdentifier } from './identifier.ts'

/** The base URI of a service of the Image API, without a trailing slash. */
export function serviceUrl(
  links: Links,
  version: ImageApiVersion,
  { imageId, generation }: TilesIdentifier,
): string {
  return links.base(`/iiif/${version}/${imageId}-${generation}`)
}
