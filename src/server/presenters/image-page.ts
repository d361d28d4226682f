import type { OriginalVersion } from '../../core/auth/file-key.ts'
import type { ImageDetail } from '../../core/contract/image.ts'
import { DATE_PHRASES, type DisplayLanguage } from '../../core/edtf/phrases/index.ts'
import type { ProcessingState } from '../../core/model/processing.ts'
import { isPublicImage } from '../../core/model/visibility.ts'
import type { ImageDetailRow } from '../../core/queries/images/images.ts'
import {
  displayUrl,
  iiifUrl,
  thumbnailUrl as findThumbnailUrl,
  visibleOriginalUrl,
} from './image-urls.ts'
import type { Links } from '../http/links.ts'
import { manifestUrl } from './presentation-urls.ts'
import { presentHistory, type History } from './history.ts'
import { presentImageDetail } from './image-detail.ts'
import { presentPlacement, type Placement } from './placement.ts'

/** An image with its picture. */
export interface PicturedImage {
  image: ImageDetail
  /** Null until there is a display version. */
  picture: ShownPicture | null
}

/** Image, as its pages present it. */
export interface PresentedImagePage extends PicturedImage {
  /** False for an image that only staff see. */
  isPublic: boolean
  /** The date in words; null if it is unknown. */
  date: string | null
  source: { slug: string; name: string }
  /** Processing state of the current file; null without a file. */
  processing: ProcessingState | null
  /** URL of the file as it was uploaded, with a key if the image is not public; null without a file. */
  originalUrl: string | null
  manifestUrl: string
  /** Camera and day of capture from the metadata of the file; null if it contains neither. */
  capture: { camera: string | null; day: string | null } | null
  /** Null if the image is not on the map. */
  placement: Placement | null
  history: History
}

export interface ShownPicture {
  /** URL of the display version. */
  url: string
  thumbnailUrl: string
  /** Size of the full picture in pixels; null until there are tiles. */
  size: { width: number; height: number } | null
  /** URL of the IIIF image service; null unless its tiles show the current picture. */
  service: string | null
}

/**
 * Presents an image.
 * @param page.sign signs the URL of a file that is not public
 * @param page.language language of the date
 * @param page.viewingCone width of what a camera sees, in degrees
 * @param page.usersWithPage ids of the contributors who have a page
 */
export function presentImagePage(
  image: ImageDetailRow,
  links: Links,
  page: {
    sign: (original: OriginalVersion) => string
    language: DisplayLanguage
    viewingCone: number
    usersWithPage: ReadonlySet<number>
  },
): PresentedImagePage {
  const { sign, language, viewingCone, usersWithPage } = page
  const pictured = presentPicturedImage(image, links, { sign, language })
  const { date_display: date } = pictured.image
  return {
    ...pictured,
    isPublic: isPublicImage(image),
    date: date === DATE_PHRASES[language].unknownDate ? null : date,
    source: { slug: image.source_slug, name: image.source_name },
    processing: image.processing,
    originalUrl: visibleOriginalUrl(links, image, sign),
    manifestUrl: manifestUrl(links, image.id),
    capture: presentCapture(image),
    placement: presentPlacement(pictured.image, viewingCone),
    history: presentHistory(image, { links, usersWithPage }),
  }
}

/** Presents camera and day of capture from the metadata of the current file; null if it contains neither. */
function presentCapture({
  camera,
  captured_on: day,
  ...image
}: ImageDetailRow): PresentedImagePage['capture'] {
  const isKnown = camera !== null || day !== null
  return isKnown && image.generation_of === image.file_version ? { camera, day } : null
}

/** Presents an image with its picture only. Without `sign`, it has to be public. */
export function presentPicturedImage(
  image: ImageDetailRow,
  links: Links,
  {
    sign = refuseToSign,
    language = 'en',
  }: { sign?: (original: OriginalVersion) => string; language?: DisplayLanguage } = {},
): PicturedImage {
  return {
    image: presentImageDetail(image, { links, sign, visibility: 'public', language }),
    picture: presentPicture(image, links),
  }
}

function presentPicture(image: ImageDetailRow, links: Links): ShownPicture | null {
  const url = displayUrl(links, image)
  const thumbnailUrl = findThumbnailUrl(links, image)
  if (url === null || thumbnailUrl === null) return null
  const { tiles_width: width, tiles_height: height } = image
  const hasTiles = image.tiles_of === image.picture && width !== null && height !== null
  return {
    url,
    thumbnailUrl,
    size: hasTiles ? { width, height } : null,
    service: hasTiles ? iiifUrl(links, image) : null,
  }
}

function refuseToSign(): never {
  throw new Error('The URL of a public file needs no key.')
}
