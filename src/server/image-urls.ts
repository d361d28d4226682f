import type { OriginalVersion } from '../core/auth/file-key.ts'
import { extensionOf } from '../core/model/picture-format.ts'
import { derivativeKey } from '../core/storage/keys.ts'
import type { Links } from './links.ts'

/** What an image's addresses are made from. */
export interface ThumbnailFields {
  id: number
  /** The published derivatives, if any. */
  generation: string | null
}

export interface PermalinkFields extends ThumbnailFields {
  file_version: string | null
  file_type: string | null
  generation_corrected: 0 | 1
  generation_of: string | null
  collection_public: 0 | 1
  source_public: 0 | 1
}

/** Where an image's thumbnail is; null until it has been made. */
export function thumbnailUrl(links: Links, { id, generation }: ThumbnailFields): string | null {
  return generation === null ? null : links.cdn(`/${derivativeKey(id, generation, 'thumbnail')}`)
}

/**
 * Where the image file is: the corrected one where orientation, rotation or mirror made one of today's file, else the
 * original, with a key where the public may not read it; null when there is no file.
 */
export function permalinkUrl(
  links: Links,
  image: PermalinkFields,
  sign: (original: OriginalVersion) => string,
): string | null {
  const { id, file_version: version, file_type: type } = image
  if (version === null || type === null) return null
  if (image.generation !== null && image.generation_corrected && image.generation_of === version) {
    return links.cdn(`/${derivativeKey(id, image.generation, 'corrected')}`)
  }
  const isPublic = image.collection_public === 1 && image.source_public === 1
  const key = isPublic ? '' : `&key=${sign({ imageId: id, version })}`
  return links.cdn(`/images/${id}/original.${extensionOf(type)}?v=${version}${key}`)
}
