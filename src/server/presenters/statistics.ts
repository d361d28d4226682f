import type { Statistics } from '../../core/contract/statistics.ts'
import type { StatisticsRow } from '../../core/queries/site/statistics.ts'

export function presentStatistics(row: StatisticsRow): Statistics {
  return {
    name: row.name,
    total_sources: row.sources,
    total_collections: row.collections,
    total_images: row.images,
    georeferenced_images: row.georeferenced,
    total_georeferences: row.submissions,
    confidence_breakdown: { low: row.low, medium: row.medium, high: row.high },
  }
}
