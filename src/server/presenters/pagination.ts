import type { FeaturePage, Paginated } from '../../core/contract/paginated.ts'
import type { PageRequest } from '../../core/model/page.ts'
import { changeQuery } from '../http/change-query.ts'
import type { Links } from '../http/links.ts'

export interface PageContext {
  page: PageRequest
  links: Links
  /** Requested path and query, below the base URL. */
  target: string
}

/** Presents one page of a list, with links to the next and the previous page. */
export function presentPage<Row, Item>(
  { rows, count }: { rows: readonly Row[]; count: number },
  context: PageContext,
  present: (row: Row, links: Links) => Item,
): Paginated<Item> {
  const results = rows.map((row) => present(row, context.links))
  return { count, ...pageLinks(count, context), results }
}

/** Presents one page of a list as GeoJSON; the links are foreign members (RFC 7946, section 6.1). */
export function presentFeaturePage<Row, Feature>(
  { rows, count }: { rows: readonly Row[]; count: number },
  context: PageContext,
  present: (row: Row, links: Links) => Feature,
): FeaturePage<Feature> {
  const features = rows.map((row) => present(row, context.links))
  return { type: 'FeatureCollection', count, ...pageLinks(count, context), features }
}

function pageLinks(count: number, { page, links, target }: PageContext) {
  const { number, size } = page
  return {
    next: number * size < count ? pageUrl(links, target, number + 1) : null,
    previous: number > 1 ? pageUrl(links, target, number - 1) : null,
  }
}

/** The URL of another page of the same list. That of the first page has no `page` parameter. */
function pageUrl(links: Links, target: string, number: number): string {
  return links.base(changeQuery(target, { page: number === 1 ? null : String(number) }))
}

/** Returns the address of the page that starts at a position, which a parameter names. Null if there is no such page. */
export function nextUrl(
  { links, target }: { links: Links; target: string },
  [name, position]: readonly [name: string, position: string | undefined],
): string | null {
  return position === undefined ? null : links.base(changeQuery(target, { [name]: position }))
}
