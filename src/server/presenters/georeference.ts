import { formatTimestamp } from '../../core/base/clock.ts'
import type {
  FromAboveGeoreference,
  PointGeoreference,
  Validation,
} from '../../core/contract/georeference.ts'
import { findVerdict, scoreValidations } from '../../core/model/placement-verdict.ts'
import type { AreaRow, PointRow } from '../../core/queries/images/image-contributions.ts'
import type { ValidationRow } from '../../core/queries/images/detail-lists.ts'
import type { Links } from '../http/links.ts'

export function presentPoint(point: PointRow, links: Links): PointGeoreference {
  return {
    id: point.id,
    latitude: point.latitude,
    longitude: point.longitude,
    direction: point.direction,
    ...presentSharedFields(point, links.api(`/georeferences/${point.id}/`)),
  }
}

export function presentFromAbove(area: AreaRow, links: Links): FromAboveGeoreference {
  return {
    id: area.id,
    polygon: JSON.parse(area.polygon) as FromAboveGeoreference['polygon'],
    ...presentSharedFields(area, links.api(`/from-above-georeferences/${area.id}/`)),
  }
}

function presentSharedFields(row: PointRow | AreaRow, url: string) {
  return {
    confidence: row.confidence,
    confidence_notes: row.confidence_notes ?? '',
    georeferenced_by: row.username,
    georeferenced_at: formatTimestamp(row.created_at),
    verdict: findVerdict(row),
    score: scoreValidations(row),
    validations: row.validations.map(presentValidation),
    ...(row.hasMoreValidations && { validations_url: `${url}validations/` }),
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
