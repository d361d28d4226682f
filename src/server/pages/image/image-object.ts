import type { ContributionsLicense } from '../../../core/config/contributions-license.ts'
import { computeBounds } from '../../../core/edtf/bounds.ts'
import { formatIsoInterval } from '../../../core/edtf/iso-interval.ts'
import { parseEdtf } from '../../../core/edtf/parse.ts'
import { isLink } from '../../../core/model/text.ts'
import type { PresentedImagePage } from '../../presenters/image-page.ts'
import type { Placement } from '../../presenters/placement.ts'
import { SCHEMA_ORG } from '../parts/json-ld.ts'
import type { Visit } from '../visit.ts'
import { formatCredit } from './credit.ts'

/** Dates that ISO 8601 has, too. */
const PLAIN_DATE = /^\d{4}(?:-\d\d){0,2}$/v

/** Describes an image for search engines, as an `ImageObject` of schema.org. */
export function describeImageObject(
  { links, site: { contributionsLicense } }: Pick<Visit, 'links' | 'site'>,
  content: PresentedImagePage,
): object {
  const { image, originalUrl, placement } = content
  const { title, description, creator, edtf_date, license, collection, thumbnail } = image
  return {
    '@context': SCHEMA_ORG,
    '@type': 'ImageObject',
    name: title,
    url: links.image(image.id),
    ...withoutBlanks({ description, contentUrl: originalUrl, thumbnailUrl: thumbnail }),
    ...(creator !== '' && { creator: { '@type': 'Person', name: creator } }),
    ...(PLAIN_DATE.test(edtf_date) && { dateCreated: edtf_date }),
    ...withoutBlanks({ temporalCoverage: describeTime(edtf_date) }),
    creditText: formatCredit(content),
    ...(license && isLink(license.permalink) && { license: license.permalink }),
    isPartOf: { '@type': 'Collection', name: collection.name },
    ...(placement && describePlace(placement, contributionsLicense)),
  }
}

/** Interval of ISO 8601 in which it may have been made, also where that is not one day, month or year. */
function describeTime(edtf: string): string | null {
  return edtf === '' ? null : formatIsoInterval(computeBounds(parseEdtf(edtf)))
}

function withoutBlanks(texts: Readonly<Record<string, string | null>>): object {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
}

/** Describes the position of the camera, or the middle of the area that is shown. */
function describePlace(
  { geometry, latitude, longitude }: Placement,
  license: ContributionsLicense | null,
): object {
  const geo = { '@type': 'GeoCoordinates', latitude, longitude }
  const property = geometry.type === 'Point' ? 'locationCreated' : 'contentLocation'
  // The license of an ImageObject is that of the picture, and places have none: the work that tells of the place has it.
  const subjectOf = license && { '@type': 'CreativeWork', license: license.permalink }
  return { [property]: { '@type': 'Place', geo, ...(subjectOf && { subjectOf }) } }
}
