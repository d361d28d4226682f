import { formatDayStart } from '../../../core/edtf/day-start.ts'
import { english } from '../../../core/iiif/language-map.ts'
import type { Place } from '../../../core/iiif/nav-place.ts'
import type { PresentedPlace } from '../../../core/queries/images/presented-places.ts'
import type { Links } from '../../http/links.ts'

interface Dated {
  /** In days since 1970-01-01. */
  strict_from: number | null
  place: PresentedPlace | undefined
}

/** Presents where and when an image was taken, for maps and timelines of viewers. */
export function presentNavigation(links: Links, { strict_from: day, place }: Dated) {
  return {
    navDate: day === null ? undefined : formatDayStart(day),
    place: place && presentPlace(links, place),
  }
}

function presentPlace(links: Links, place: PresentedPlace): Place {
  if ('polygon' in place) {
    return {
      id: links.api(`/from-above-georeferences/${place.id}/`),
      label: english('Area shown'),
      geometry: JSON.parse(place.polygon) as object,
    }
  }
  return {
    id: links.api(`/georeferences/${place.id}/`),
    label: english('Position of the camera'),
    geometry: { type: 'Point', coordinates: [place.longitude, place.latitude] },
  }
}
