import type {
  InViewSearchResult,
  SemanticSearchResult,
  TextSearchResult,
} from '../../core/contract/search.ts'
import { displayDate } from '../../core/model/edtf/display.ts'
import type {
  InViewSearchRow,
  SemanticSearchRow,
  TextSearchRow,
} from '../../core/queries/search.ts'
import { publicPermalinkUrl, thumbnailUrl } from '../image-urls.ts'
import type { Links } from '../links.ts'
import { presentCollectionSummary } from './image.ts'

export function presentTextResult(row: TextSearchRow, links: Links): TextSearchResult {
  return {
    ...presentFoundImage(row, links),
    similarity: round(row.similarity, 4),
    ...presentOrigin(row, links),
  }
}

export function presentSemanticResult(row: SemanticSearchRow, links: Links): SemanticSearchResult {
  return {
    ...presentFoundImage(row, links),
    similarity: round(Math.min(Math.max(row.similarity, 0), 1), 4),
    ...presentOrigin(row, links),
  }
}

export function presentInViewResult(row: InViewSearchRow, links: Links): InViewSearchResult {
  const { latitude, longitude, direction, confidence } = row
  return {
    ...presentFoundImage(row, links),
    distance_m: round(row.distance, 1),
    georeference: { latitude, longitude, direction, confidence },
    ...presentOrigin(row, links),
  }
}

type FoundRow = TextSearchRow | SemanticSearchRow | InViewSearchRow

function presentFoundImage(image: FoundRow, links: Links) {
  const permalink = publicPermalinkUrl(links, image)
  return {
    id: image.id,
    title: image.title,
    permalink,
    thumbnail: thumbnailUrl(links, image) ?? permalink,
    original_date: image.original_date ?? '',
    date_display: displayDate(image.edtf_date, image.original_date),
  }
}

function presentOrigin(image: FoundRow, links: Links) {
  return {
    collection: presentCollectionSummary(image),
    detail_url: links.api(`/images/${image.id}/`),
  }
}

function round(number: number, decimals: number): number {
  return Number(number.toFixed(decimals))
}
