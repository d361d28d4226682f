import type {
  InViewSearchResult,
  RankedSearchResult,
  RankedSearchResults,
} from '../../core/contract/search.ts'
import { displayDate } from '../../core/edtf/display.ts'
import type { DisplayLanguage } from '../../core/edtf/phrases/index.ts'
import type { InViewSearchRow, RankedPage, RankedRow } from '../../core/queries/searches/search.ts'
import { publicPermalinkUrl, thumbnailUrl } from './image-urls.ts'
import type { Links } from '../http/links.ts'
import { presentCollectionSummary } from './image.ts'

/** Parameters of presenters of results. */
export interface SearchContext {
  links: Links
  /** Language of `date_display`; English by default, as in the API. */
  language?: DisplayLanguage
}

/** Presents a page of a search that orders images by similarity. @param query what was searched for */
export function presentRankedResults(
  { rows, count }: RankedPage,
  query: string,
  { page, page_size, ...context }: SearchContext & { page: number; page_size: number },
): RankedSearchResults {
  const results = rows.map((row) => presentRankedResult(row, context))
  return { count, page, page_size, query, results }
}

export function presentRankedResult(row: RankedRow, context: SearchContext): RankedSearchResult {
  return {
    ...presentFoundImage(row, context),
    similarity: round(Math.min(Math.max(row.similarity, 0), 1), 4),
    ...presentOrigin(row, context.links),
  }
}

export function presentInViewResult(
  row: InViewSearchRow,
  context: SearchContext,
): InViewSearchResult {
  const { latitude, longitude, direction, confidence } = row
  return {
    ...presentFoundImage(row, context),
    distance_m: round(row.distance, 1),
    georeference: { latitude, longitude, direction, confidence },
    ...presentOrigin(row, context.links),
  }
}

type FoundRow = RankedRow | InViewSearchRow

function presentFoundImage(image: FoundRow, { links, language }: SearchContext) {
  const permalink = publicPermalinkUrl(links, image)
  return {
    id: image.id,
    title: image.title,
    permalink,
    thumbnail: thumbnailUrl(links, image) ?? permalink,
    original_date: image.original_date ?? '',
    date_display: displayDate(image.edtf_date, image.original_date, language),
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
