/** The image information documents (`info.json`): Image API 3.0, 5, and 2.1, 5. */

import { IIIF_TILE_SIDE } from '../base/limits.ts'
import type { FullImage } from './full-image.ts'
import { listScaleFactors, listSizes } from './pyramid.ts'
import { findRightsUri } from './rights.ts'

const PROTOCOL = 'http://iiif.io/api/image'

/** One image as a service of the Image API. */
export interface ImageService {
  /** The base URI, without a trailing slash. */
  id: string
  image: FullImage
  /** The address of the image's license; null without a license. */
  license: string | null
}

/** Builds the document of Image API 3.0. Its `extra…` members add to the features of compliance level 2. */
export function buildInfo3({ id, image, license }: ImageService) {
  const rights = findRights(license)
  return {
    '@context': `${PROTOCOL}/3/context.json`,
    id,
    type: 'ImageService3',
    protocol: PROTOCOL,
    profile: 'level2',
    width: image.width,
    height: image.height,
    maxWidth: image.maxWidth,
    maxArea: image.maxArea,
    sizes: listSizes(image),
    tiles: describeTiles(image),
    ...(rights && { rights }),
    extraFormats: ['webp'],
    extraQualities: ['color', 'gray', 'bitonal'],
    extraFeatures: [
      'canonicalLinkHeader',
      'mirroring',
      ...(image.maxUpscaling > 1 ? ['sizeUpscaling'] : []),
    ],
  }
}

/** Builds the document of Image API 2.1, whose level 2 includes all four qualities. */
export function buildInfo2({ id, image, license }: ImageService) {
  const rights = findRights(license)
  return {
    '@context': `${PROTOCOL}/2/context.json`,
    '@id': id,
    '@type': 'iiif:Image',
    protocol: PROTOCOL,
    width: image.width,
    height: image.height,
    sizes: listSizes(image),
    tiles: describeTiles(image),
    profile: [
      `${PROTOCOL}/2/level2.json`,
      {
        formats: ['webp'],
        maxWidth: image.maxWidth,
        maxArea: image.maxArea,
        supports: ['canonicalLinkHeader', 'mirroring', 'regionSquare'],
      },
    ],
    ...(rights && { license: rights }),
  }
}

/** The height may be left out of square tiles, but OpenLayers 10 requires it in Image API 3.0. */
function describeTiles(image: FullImage) {
  return [{ width: IIIF_TILE_SIDE, height: IIIF_TILE_SIDE, scaleFactors: listScaleFactors(image) }]
}

function findRights(license: string | null): string | undefined {
  return license === null ? undefined : findRightsUri(license)
}
