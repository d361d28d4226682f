import type { OriginalVersion } from '../../core/auth/file-key.ts'
import { findExtension } from '../../core/model/picture-format.ts'
import { isPublicImage } from '../../core/model/visibility.ts'
import { derivativeKey, type Derivative } from '../../core/storage/keys.ts'
import { serviceUrl } from '../iiif/service-url.ts'
import type { Links } from '../http/links.ts'

export interface ThumbnailFields {
  id: number
  /** The generation of the published derivatives, if any. */
  generation: string | null
}

export interface FileFields extends ThumbnailFields {
  file_version: string | null
  file_type: string | null
  generation_corrected: 0 | 1
  generation_of: string | null
}

export interface PermalinkFields extends FileFields {
  collection_public: 0 | 1
  source_public: 0 | 1
}

/** The URL of an image's thumbnail; null until it has been generated. */
export function thumbnailUrl(links: Links, image: ThumbnailFields): string | null {
  return derivativeUrl(links, image, 'thumbnail')
}

/** The URL of an image's display version; null until it has been generated. */
export function displayUrl(links: Links, image: ThumbnailFields): string | null {
  return derivativeUrl(links, image, 'display')
}

function derivativeUrl(
  links: Links,
  { id, generation }: ThumbnailFields,
  derivative: Derivative,
): string | null {
  return generation === null ? null : links.cdn(`/${derivativeKey(id, generation, derivative)}`)
}

/**
 * The URL of an image's corrected version, if there is one for the current file, else of its original. URLs of
 * originals that are not public contain a signed key.
 * @returns null if the image has no file
 */
export function permalinkUrl(
  links: Links,
  image: PermalinkFields,
  sign: (original: OriginalVersion) => string,
): string | null {
  return hasCorrected(image)
    ? publicPermalinkUrl(links, image)
    : visibleOriginalUrl(links, image, sign)
}

/** The URL of an image's original, with a signed key if it is not public; null if the image has no file. */
export function visibleOriginalUrl(
  links: Links,
  image: PermalinkFields,
  sign: (original: OriginalVersion) => string,
): string | null {
  const { id, file_version: version, file_type: type } = image
  if (version === null || type === null) return null
  const url = originalUrl(links, { id, version, type })
  return isPublicImage(image) ? url : `${url}&key=${sign({ imageId: id, version })}`
}

/** The same for an image that is public. */
export function publicPermalinkUrl(links: Links, image: FileFields): string | null {
  const { id, file_version: version, file_type: type } = image
  if (version === null || type === null) return null
  return hasCorrected(image)
    ? derivativeUrl(links, image, 'corrected')
    : originalUrl(links, { id, version, type })
}

/** Whether there is a corrected version of the current file. */
function hasCorrected({
  generation,
  generation_corrected,
  generation_of,
  file_version,
}: FileFields) {
  return generation !== null && generation_corrected === 1 && generation_of === file_version
}

/** The URL of the original of an image that is public. */
export function originalUrl(
  links: Links,
  { id, version, type }: { id: number; version: string; type: string },
): string {
  return links.cdn(`/images/${id}/original.${findExtension(type)}?v=${version}`)
}

export interface TilesFields {
  id: number
  /** The generation of the published tiles, if any. */
  tiles_generation: string | null
}

/** The base URL of an image's IIIF service, for the published tiles; null until there are tiles. */
export function iiifUrl(
  links: Links,
  { id: imageId, tiles_generation: generation }: TilesFields,
): string | null {
  return generation === null ? null : `${serviceUrl(links, 3, { imageId, generation })}/`
}
