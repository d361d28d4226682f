/** Manifests: Presentation API 3.0, 5.2, with the navPlace extension. */

import {
  buildCanvas,
  describeFile,
  describeThumbnail,
  describePicture,
  type PictureFile,
  type ServedPicture,
} from './canvas.ts'
import type { Size } from './full-image.ts'
import { english } from './language-map.ts'
import { buildNavPlace, listContexts, type Place } from './nav-place.ts'
import { buildSharedProperties, type Description } from './resource.ts'

/** An image of the catalog as a viewer shows it. */
export interface ManifestContent extends Description {
  /** An `xsd:dateTime` in UTC; undefined if the date is unknown. */
  navDate: string | undefined
  place: Place | undefined
  /** Undefined until the picture has tiles. */
  picture: ServedPicture | undefined
  /** Stands for the picture until then. */
  placeholder: PictureFile & { size: Size }
  /** The thumbnail until then, if there is one already. */
  thumbnail: PictureFile | undefined
}

export function buildManifest(content: ManifestContent) {
  const { id, place, picture } = content
  return {
    '@context': listContexts(place !== undefined),
    id,
    type: 'Manifest',
    ...buildSharedProperties(content),
    navDate: content.navDate,
    navPlace: place && buildNavPlace(id, place),
    ...(picture ? buildPicture(content, picture) : buildPlaceholder(content)),
  }
}

function buildPicture({ id, label }: ManifestContent, picture: ServedPicture) {
  return {
    thumbnail: [describeThumbnail(picture)],
    items: [buildCanvas(`${id}canvas/`, label, describePicture(picture), picture.image)],
  }
}

function buildPlaceholder({ id, thumbnail, placeholder }: ManifestContent) {
  const label = english('The picture is not available yet.')
  return {
    thumbnail: thumbnail && [describeFile(thumbnail)],
    items: [buildCanvas(`${id}placeholder/`, label, describeFile(placeholder), placeholder.size)],
  }
}
