import { trusted, type Html } from '../../core/base/html.ts'
import type { Coordinate } from '../../core/model/geometry/geodesic.ts'
import { findMiddle, type Extent } from '../../core/model/geometry/extent.ts'
import { isLink } from '../../core/model/text.ts'
import type { HarvestedImage, HarvestedPlace } from '../../core/queries/images/harvested-images.ts'
import type { Links } from '../http/links.ts'
import { xml } from '../http/xml.ts'
import { displayUrl, originalUrl } from '../presenters/image-urls.ts'

/** An image as its formats show it. */
export interface OaiRecord {
  image: HarvestedImage
  siteName: string
  /** URL of its page. */
  page: string
  /** URL of its original; null without a file. */
  original: string | null
  /** URL of a preview; null until it has been generated. */
  preview: string | null
  /** URL of its license; null if the license has none. */
  license: string | null
  /** Null if it is not placed. */
  place: OaiPlace | null
  /** The date as it is recorded, and in EDTF, each of them if known. */
  dates: string[]
}

/** Position of the camera, or area that an image from above covers. */
export interface OaiPlace {
  /** The position, or the middle of the area. */
  middle: Coordinate
  /** The extent of the area; null for a position. */
  extent: Extent | null
}

export function createOaiRecord(
  image: HarvestedImage,
  { links, siteName }: { links: Links; siteName: string },
): OaiRecord {
  const {
    id,
    file_version: version,
    file_type: type,
    license_url,
    original_date,
    edtf_date,
  } = image
  return {
    image,
    siteName,
    page: links.image(id),
    original: version === null || type === null ? null : originalUrl(links, { id, version, type }),
    preview: displayUrl(links, image),
    license: license_url !== null && isLink(license_url) ? license_url : null,
    place: image.place ? presentPlace(image.place) : null,
    dates: [...new Set(listTexts(original_date, edtf_date))],
  }
}

function presentPlace(place: HarvestedPlace): OaiPlace {
  if ('latitude' in place) return { middle: place, extent: null }
  const extent: Extent = [place.west, place.south, place.east, place.north]
  return { middle: findMiddle(extent), extent }
}

/** Returns the texts that are not blank. */
function listTexts(...texts: readonly (string | null)[]): string[] {
  return texts.filter((text) => text !== null && text.trim() !== '') as string[]
}

/** Texts by the name of their element. Blank ones are left out. */
export type Elements = Readonly<Record<string, readonly (string | null)[]>>

/** Describes the image in the elements that both formats have. */
export function describeImage({ image, page, original }: OaiRecord): Elements {
  return {
    'dc:title': [image.title],
    'dc:creator': [image.creator],
    'dc:subject': image.subjects,
    'dc:description': [image.description],
    'dc:type': ['Image'],
    'dc:format': [image.file_type],
    'dc:identifier': [page, original],
    'dc:source': [image.original_url],
  }
}

export function renderElements(elements: Elements): Html[] {
  return Object.entries(elements).flatMap(([name, texts]) =>
    listTexts(...texts).map((text) => xml`<${trusted(name)}>${text}</${trusted(name)}>\n`),
  )
}
