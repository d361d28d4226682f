import type { ImageDetailRow } from '../../core/queries/images.ts'
import { displayUrl, iiifUrl } from '../image-urls.ts'
import type { Links } from '../links.ts'

/** The picture on the page of an image. */
export interface ShownPicture {
  /** URL of the display version. */
  url: string
  /** Size of the full picture in pixels; null until there are tiles. */
  size: { width: number; height: number } | null
  /** URL of the IIIF image service; null unless its tiles show the current picture. */
  service: string | null
}

/** Presents the picture of an image; null until there is a display version. */
export function presentShownPicture(image: ImageDetailRow, links: Links): ShownPicture | null {
  const url = displayUrl(links, image)
  if (url === null) return null
  const { tiles_width: width, tiles_height: height } = image
  if (image.tiles_of !== image.picture || width === null || height === null)
    return { url, size: null, service: null }
  return { url, size: { width, height }, service: iiifUrl(links, image) }
}
