import type { PlacedArea, PlacedPoint } from '../../core/contract/contribution.ts'
import type { Placed } from '../../core/writes/georeferences/place-image.ts'
import type { AreaRow, PointRow } from '../../core/queries/images/image-contributions.ts'
import type { Links } from '../http/links.ts'
import { presentFromAbove, presentPoint } from './georeference.ts'

export function presentPlacedPoint(point: Placed<PointRow>, links: Links): PlacedPoint {
  return { ...presentPoint(point, links), image_id: point.image_id }
}

export function presentPlacedArea(area: Placed<AreaRow>, links: Links): PlacedArea {
  return { ...presentFromAbove(area, links), image_id: area.image_id }
}
