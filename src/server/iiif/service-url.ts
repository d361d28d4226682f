import type { ImageApiVersion } from '../../core/iiif/size.ts'
import type { Links } from '../http/links.ts'
import type { PictureAddress } from '../../core/queries/images/picture-address.ts'

/** The base URI of a service of the Image API, without a trailing slash. */
export function serviceUrl(
  links: Links,
  version: ImageApiVersion,
  { imageId, generation }: PictureAddress,
): string {
  return links.base(`/iiif/${version}/${imageId}-${generation}`)
}
