import { formatTimestamp } from '../../core/clock.ts'
import type {
  FromAboveGeoreference,
  PointGeoreference,
  Validation,
} from '../../core/contract/georeference.ts'
import type { AreaRow, PointRow, ValidationRow } from '../../core/queries/image-parts.ts'

export function presentPoint(point: PointRow): PointGeoreference {
  return {
    id: point.id,
    latitude: point.latitude,
    longitude: point.longitude,
    direction: point.direction,
    ...presentSharedFields(point),
  }
}

export function presentFromAbove(area: AreaRow): FromAboveGeoreference {
  return {
    id: area.id,
    polygon: JSON.parse(area.polygon) as FromAboveGeoreference['polygon'],
    ...presentSharedFields(area),
  }
}

function presentSharedFields(row: PointRow | AreaRow) {
  return {
    confidence: row.confidence,
    confidence_notes: row.confidence_notes ?? '',
    georeferenced_by: row.username,
    georeferenced_at: formatTimestamp(row.created_at),
    validations: row.validations.map(presentValidation),
  }
}

export function presentValidation(row: ValidationRow): Validation {
  return {
    validation: row.validation,
    validated_by: row.username,
    notes: row.notes ?? '',
    validated_at: formatTimestamp(row.validated_at),
  }
}
