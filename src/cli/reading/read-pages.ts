import { z } from 'zod'
import { CatalogError } from '../../core/base/errors.ts'
import type { ResourceApi } from '../client/api.ts'

/** An object of a list. It is printed with all its members, also those of newer instances. */
const item = z.looseObject({ id: z.int() })
export type Item = z.infer<typeof item>

/** A page of a list, or the whole list if the API does not divide it into pages. */
const anyPage = z.union([
  z.object({ count: z.int(), next: z.string().nullable(), results: z.array(item) }),
  z.array(item).transform((results) => ({ count: results.length, next: null, results })),
])
type Page = z.infer<typeof anyPage>

/** Maximum number of times that a changing list is read from the start. */
const MAX_WALKS = 4

export interface ReadOptions {
  /** Query parameters, without those of the page. */
  query: Record<string, string>
  pageSize: number
  /** Maximum number of objects. */
  limit: number
  /** Called if the list kept changing, so that objects may be missing. */
  onUnsettled: () => void
}

/** A part of a list, without objects of earlier parts. */
export interface Part {
  items: Item[]
  /** Number of objects in the list when the part was read. */
  count: number
}

/**
 * Reads a list page by page. Pages are counted from the start of the list, so a list that changes while it is read
 * would repeat or omit objects. Repeated objects are dropped; if objects may have been omitted, the list is read again.
 */
export async function* readPages(
  api: ResourceApi,
  path: string,
  options: ReadOptions,
): AsyncGenerator<Part> {
  const seen = new Set<number>()
  for (let walk = 1; walk <= MAX_WALKS; walk += 1) {
    const state = { isStable: true, firstCount: -1 }
    for await (const page of walkPages(api, path, options)) {
      const items = takeUnseen(page.results, seen, options.limit)
      if (state.firstCount < 0) state.firstCount = page.count
      const hasRepeats = walk === 1 && items.length < page.results.length
      if (hasRepeats || page.count !== state.firstCount) state.isStable = false
      yield { items, count: page.count }
      if (seen.size >= options.limit) return
    }
    if (state.isStable) return
  }
  options.onUnsettled()
}

/** Reads a whole list, and describes each object. */
export async function readAll<Row>(
  api: ResourceApi,
  path: string,
  { query, describe }: { query: Record<string, string>; describe: (item: Item) => Promise<Row> },
): Promise<Row[]> {
  const rows: Row[] = []
  const pages = { query, pageSize: 100, limit: Infinity, onUnsettled: () => undefined }
  for await (const { items } of readPages(api, path, pages))
    for (const item of items) rows.push(await describe(item))
  return rows
}

/** Reads the pages of a list once. A page beyond the end of a list that became shorter is empty. */
async function* walkPages(
  api: ResourceApi,
  path: string,
  { query, pageSize }: ReadOptions,
): AsyncGenerator<Page> {
  for (let page = 1; ; page += 1) {
    const parameters = new URLSearchParams({
      ...query,
      page: String(page),
      page_size: String(pageSize),
    })
    const found = await getPage(api, `${path}?${parameters.toString()}`, page)
    yield found
    // A list has at most as many pages as objects, so a faulty server cannot keep the program reading.
    if (found.next === null || found.results.length === 0 || page >= found.count) return
  }
}

async function getPage(api: ResourceApi, path: string, page: number): Promise<Page> {
  try {
    return await api.get(path, anyPage)
  } catch (error) {
    const isBeyondEnd = page > 1 && error instanceof CatalogError && error.kind === 'not_found'
    if (!isBeyondEnd) throw error
    return { count: -1, next: null, results: [] }
  }
}

function takeUnseen(items: readonly Item[], seen: Set<number>, limit: number): Item[] {
  const taken: Item[] = []
  for (const item of items) {
    if (seen.size >= limit) break
    if (seen.has(item.id)) continue
    seen.add(item.id)
    taken.push(item)
  }
  return taken
}
