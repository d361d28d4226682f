import type { FoundPlace, PlaceSearchResults } from '../../core/contract/place-search.ts'
import { findMiddle, pointExtent } from '../../core/model/geometry/extent.ts'
import { findOutlineExtent } from '../../core/model/geometry/outline-extent.ts'
import type { Coordinate } from '../../core/model/geometry/geodesic.ts'
import type { GazetteerEntry } from '../../core/queries/gazetteer/find-entries.ts'
import { GEOCODER_CREDIT, type GeocodedPlace } from '../../core/integrations/geocoder.ts'
import type { PlaceSearchRows } from '../../core/queries/searches/place-search.ts'

/** Presents the position that a text names, as the only place. */
export function presentTypedPlace(position: Coordinate): PlaceSearchResults {
  const title = `${position.latitude}, ${position.longitude}`
  return { results: [presentPoint(position, { source: 'position', title })], complete: true }
}

/** Presents the own places first. */
export function presentFoundPlaces({
  subjects,
  images,
  entries,
  geocoded,
}: PlaceSearchRows): PlaceSearchResults {
  const results = [
    ...subjects.flatMap(presentSubjectPlace),
    ...(images ?? []).map(({ id, title, ...position }) =>
      presentPoint(position, { source: 'image', title, id }),
    ),
    ...entries.map(presentEntry),
    ...(geocoded ?? []).map(presentGeocoded),
  ]
  return { results, complete: images !== undefined && geocoded !== undefined }
}

export function presentPoint(
  { latitude, longitude }: Coordinate,
  found: Pick<FoundPlace, 'source' | 'title'> & Partial<FoundPlace>,
): FoundPlace {
  const extent = [...pointExtent({ latitude, longitude })]
  return { kind: null, id: null, credit: null, latitude, longitude, extent, ...found }
}

function presentSubjectPlace({
  id,
  title,
  outlines,
}: PlaceSearchRows['subjects'][number]): FoundPlace[] {
  const extent = findOutlineExtent(outlines)
  if (!extent) return []
  const found = { source: 'subject', title, id } as const
  return [presentPoint(findMiddle(extent), { ...found, extent: [...extent] })]
}

export function presentEntry({
  name,
  kind,
  credit,
  extent,
  ...position
}: GazetteerEntry): FoundPlace {
  const found = { source: 'gazetteer', title: name, kind, credit } as const
  return presentPoint(position, { ...found, extent: [...extent], id: null })
}

function presentGeocoded({ title, extent, ...position }: GeocodedPlace): FoundPlace {
  const found = { source: 'geocoder', title, credit: GEOCODER_CREDIT } as const
  return presentPoint(position, { ...found, extent: [...extent] })
}
