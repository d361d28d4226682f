import { formatTimestamp } from '../../core/base/clock.ts'
import type { AreaFeature, PointFeature } from '../../core/contract/feature.ts'
import { findVerdict, scoreValidations } from '../../core/model/placement-verdict.ts'
import type { AreaRow, PlacementRow, PointRow } from '../../core/queries/places/georeferences.ts'
import type { Links } from '../http/links.ts'
import { thumbnailUrl } from './image-urls.ts'

export function presentPointFeature(point: PointRow, links: Links): PointFeature {
  return {
    type: 'Feature',
    id: point.id,
    geometry: { type: 'Point', coordinates: [point.longitude, point.latitude] },
    properties: { ...presentSharedProperties(point, links), direction: point.direction },
  }
}

export function presentAreaFeature(area: AreaRow, links: Links): AreaFeature {
  return {
    type: 'Feature',
    id: area.id,
    geometry: JSON.parse(area.polygon) as AreaFeature['geometry'],
    properties: presentSharedProperties(area, links),
  }
}

function presentSharedProperties(row: PlacementRow, links: Links) {
  const { image_id, generation } = row
  return {
    id: row.id,
    image_id,
    image_title: row.image_title,
    image_thumbnail: thumbnailUrl(links, { id: image_id, generation }),
    confidence: row.confidence,
    georeferenced_by: row.username,
    georeferenced_at: formatTimestamp(row.created_at),
    validation_count: row.validation_count,
    verdict: findVerdict(row),
    score: scoreValidations(row),
  }
}
