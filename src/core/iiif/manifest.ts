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
import { english, type LanguageMap } from './language-map.ts'
import { buildSharedProperties, PRESENTATION_CONTEXT, type Description } from './resource.ts'

const NAV_PLACE_CONTEXT = 'http://iiif.io/api/extension/navplace/context.json'

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

/** Place where an image was taken, or area that it covers. */
export interface Place {
  /** The address of the feature. */
  id: string
  label: LanguageMap
  /** GeoJSON. */
  geometry: object
}

export function buildManifest(content: ManifestContent) {
  const { id, place, picture } = content
  return {
    // The context of an extension precedes that of the API.
    '@context': place ? [NAV_PLACE_CONTEXT, PRESENTATION_CONTEXT] : PRESENTATION_CONTEXT,
    id,
    type: 'Manifest',
    ...buildSharedProperties(content),
    navDate: content.navDate,
    navPlace: place && buildNavPlace(id, place),
    ...(picture ? buildPicture(content, picture) : buildPlaceholder(content)),
  }
}

function buildNavPlace(manifestId: string, { id, label, geometry }: Place) {
  const feature = { id, type: 'Feature', properties: { label }, geometry }
  return { id: `${manifestId}#place`, type: 'FeatureCollection', features: [feature] }
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
