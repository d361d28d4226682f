import type { PlacedArea, PlacedPoint } from '../../core/contract/contribution.ts'
import type { Placed } from '../../core/contributions/place-image.ts'
import type { AreaRow, PointRow } from '../../core/queries/image-parts.ts'
import { presentFromAbove, presentPoint } from './georeference.ts'

export function presentPlacedPoint(point: Placed<PointRow>): PlacedPoint {
  return { ...presentPoint(point), image_id: point.image_id }
}

export function presentPlacedArea(area: Placed<AreaRow>): PlacedArea {
  return { ...presentFromAbove(area), image_id: area.image_id }
}
