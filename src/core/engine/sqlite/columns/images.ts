import type { Database } from 'better-sqlite3'
import type { OrderTerm } from '../../../model/ordering.ts'
import { IMAGE_ORDERS, type ImageOrder } from '../../../model/orders.ts'
import { requirePage, type PageRequest } from '../../../model/page.ts'
import type { ImageFilter } from '../lists/images.ts'
import type { IdPage } from '../lists/list-ids.ts'
import type { Reads } from '../store.ts'
import { createHoldingColumns } from './holdings.ts'
import { countOf, matching, only, type Mask } from './image-mask.ts'
import { createRowReader, loadImageRows, type ImageRows } from './image-rows.ts'
import { imageSorting } from './image-sorting.ts'
import { createPermutation, type Permutation } from './permutation.ts'
import { createTaggedRows } from './tagged-rows.ts'

/** What a list in memory is asked, the same as of `listImageIds`. */
export interface ImageListQuestion {
  filter: ImageFilter
  terms: readonly OrderTerm<ImageOrder>[]
  page: PageRequest
}

/** Images in memory, for lists with an exact count of a catalogue of any size. */
export interface ImageColumns {
  /** Reads again what these changes are about. */
  apply(changes: readonly Change[]): void
  /**
   * The same page as `listImageIds`, of the state last applied; undefined for what is not kept in memory.
   * @throws CatalogError kind `not_found` when the page lies past the end
   */
  list(question: ImageListQuestion): IdPage | undefined
}

export interface Change {
  kind: 'image' | 'georeferenced' | 'holding' | 'subject'
  ref: number
}

/** Reads all images; call it inside a transaction. */
export function loadImageColumns(db: Database, reads: Reads): ImageColumns {
  const holdings = createHoldingColumns(db)
  holdings.reload()
  const rows = loadImageRows(db, holdings)
  const readRow = createRowReader(db, rows, holdings)
  const tagged = createTaggedRows(db, rows)
  const orders = loadOrders(db, reads, rows)

  return {
    apply(changes) {
      if (changes.some(({ kind }) => kind === 'holding')) holdings.reload()
      const of = (wanted: Change['kind']) =>
        new Set(changes.filter(({ kind }) => kind === wanted).map(({ ref }) => ref))
      const reread = (ids: Iterable<number>) => [...ids].flatMap((id) => readRow(id) ?? [])
      const changed = reread(of('image'))
      const georeferenced = reread(of('georeferenced'))
      for (const [name, order] of orders) {
        order.changed(changed)
        if (name.endsWith('last_georeferenced_at')) order.changed(georeferenced)
      }
      for (const subject of of('subject')) tagged.forget(subject)
    },
    list({ filter, terms, page }) {
      const [term, ...others] = terms
      const order = term && orders.get(nameOf(term))
      if (!order || others.length > 0 || !isInMemory(filter)) return undefined
      const all = matching(rows, holdings.among(filter), filter)
      const mask = filter.subjects ? only(all, flat(tagged.with(filter.subjects))) : all
      const count = countOf(mask)
      requirePage(page, count)
      return { ids: pick(rows, order.current(), mask, page), count }
    },
  }
}

function isInMemory({ referenceId, sha256 }: ImageFilter): boolean {
  return referenceId === undefined && sha256 === undefined
}

/** One a field and direction: with nulls last and ties by id, one is not the other reversed. */
function loadOrders(db: Database, reads: Reads, rows: ImageRows): Map<string, Permutation> {
  const terms = IMAGE_ORDERS.flatMap((field) => [
    { field, descending: false },
    { field, descending: true },
  ])
  return new Map(
    terms.map((term) => [nameOf(term), createPermutation(imageSorting(db, reads, rows, term))]),
  )
}

function nameOf({ field, descending }: OrderTerm<ImageOrder>): string {
  return (descending ? '-' : '') + field
}

/** The ids on a page of the rows that match, in order. */
function pick(
  { ids }: ImageRows,
  order: Uint32Array,
  mask: Mask,
  { number, size }: PageRequest,
): number[] {
  const picked: number[] = []
  let before = (number - 1) * size
  for (let place = 0; place < order.length && picked.length < size; place++) {
    const row = order[place] ?? 0
    if (mask[row] !== 1) continue
    if (before > 0) before -= 1
    else picked.push(ids[row] ?? 0)
  }
  return picked
}

function* flat(lists: readonly Uint32Array[]): Iterable<number> {
  for (const list of lists) yield* list
}
