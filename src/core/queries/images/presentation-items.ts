import type { Expression } from 'kysely'
import { column, expressions, literal } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import type { Flag } from '../../database/tables.ts'
import { chooseWidth, findRange, type IdRange } from '../../iiif/id-range.ts'
import { MAX_IIIF_ITEM_PLACE_BYTES, MAX_IIIF_ITEMS } from '../../base/limits.ts'
import type { Visibility } from '../../model/visibility.ts'
import { findPlaces, type PresentedPlace } from './presented-places.ts'

/** The part of the catalog that a IIIF Collection lists: its sources, the collections of a source, or images. */
export type Parent =
  | { kind: 'catalog' }
  | { kind: 'source'; id: number }
  | { kind: 'collection'; id: number }

export interface ItemRow {
  id: number
  label: string
  /** The generation of an image's published derivatives, if any. */
  generation: string | null
  /** The first day that the date of an image may mean, in days since 1970-01-01, if any. */
  strict_from: number | null
  /** The newest georeference of an image, unless it is an area with a very detailed outline. */
  place: PresentedPlace | undefined
}

/** The items with ids in a range or, if they are too many, the narrower ranges that contain any. */
export type Items = { rows: ItemRow[] } | { ranges: IdRange[] }

/**
 * Lists items of a parent that is visible itself. The size of the catalog has no influence on the time: at most twice
 * as many rows are read as a Collection may have items, all by an index.
 */
export async function listItems(
  reads: Reads,
  parent: Parent,
  range: IdRange,
  visibility: Visibility,
): Promise<Items> {
  const limit = MAX_IIIF_ITEMS + 1
  const rows = await selectItems(reads, { parent, range, visibility })
    .select(column<string>(LABELS[parent.kind]).as('label'))
    .select(selectOfImage<string>(parent, 'generation').as('generation'))
    .select(selectOfImage<number>(parent, 'strict_from').as('strict_from'))
    .orderBy('item.id')
    .limit(limit)
    .execute()
  if (rows.length < limit) return { rows: await addPlaces(reads, parent, rows) }
  return { ranges: await listRanges(reads, { parent, range, visibility }) }
}

const TABLES = { catalog: 'source', source: 'collection', collection: 'image' } as const
const LABELS = { catalog: 'item.name', source: 'item.name', collection: 'item.title' } as const

/** Only images have thumbnails and dates. */
function selectOfImage<Value>({ kind }: Parent, name: 'generation' | 'strict_from') {
  return kind === 'collection' ? column<Value | null>(`item.${name}`) : literal(null)
}

/** Only images have places, which are read all at once. */
async function addPlaces(
  reads: Reads,
  { kind }: Parent,
  rows: Omit<ItemRow, 'place'>[],
): Promise<ItemRow[]> {
  if (kind !== 'collection') return rows.map((row) => ({ ...row, place: undefined }))
  const ids = rows.map(({ id }) => id)
  const places = await findPlaces(reads, ids, MAX_IIIF_ITEM_PLACE_BYTES)
  return rows.map((row) => ({ ...row, place: places.get(row.id) }))
}

interface Selection {
  parent: Parent
  range: IdRange | { first: Expression<number>; last: number }
  visibility: Visibility
}

/** Builds the query of the items of a parent in a range, as `item`. */
function selectItems(of: Pick<Reads, 'selectFrom'>, { parent, range, visibility }: Selection) {
  const items = of
    .selectFrom(`${TABLES[parent.kind] as 'image'} as item`)
    .select('item.id')
    .where((eb) => eb.between('item.id', range.first, range.last))
  if (parent.kind === 'collection') return items.where('item.collection_id', '=', parent.id)
  const visible = visibility === 'public' ? [literal(1)] : [literal(0), literal(1)]
  const shown = items.where(column<Flag>('item.public'), 'in', visible)
  return parent.kind === 'source'
    ? shown.where(column<number>('item.source_id'), '=', parent.id)
    : shown
}

/** Jumps from the first item of each range to that of the next, so that the items between them are not read. */
async function listRanges(
  reads: Reads,
  selection: Selection & { range: IdRange },
): Promise<IdRange[]> {
  const { first, last } = selection.range
  const greatest = await selectItems(reads, selection)
    .orderBy('item.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const width = chooseWidth({ first, last: greatest?.id ?? last })
  const inNextRanges = { ...selection, range: { first: findNextRange(width), last } }
  const firstItem = selectItems(expressions, selection).orderBy('item.id').limit(1)
  const nextItem = selectItems(expressions, inNextRanges).orderBy('item.id').limit(1)
  const rows = await reads
    .withRecursive('found(id)', (query) =>
      query
        .selectNoFrom(firstItem.$asScalar().as('id'))
        .unionAll(
          query
            .selectFrom('found')
            .select(nextItem.$asScalar().as('id'))
            .where('found.id', 'is not', null),
        ),
    )
    .selectFrom('found')
    .select('found.id')
    .where('found.id', 'is not', null)
    .$narrowType<{ id: number }>()
    .execute()
  return rows.map(({ id }) => findRange(id, width))
}

/**
 * Computes the first id after the range that contains `found.id`. The division is one of integers: numbers are
 * bound as floating point, hence the literals.
 */
function findNextRange(width: number) {
  const before = expressions.parens(column<number>('found.id'), '-', literal(1))
  const ranges = expressions.parens(expressions(before, '/', literal(width)), '+', literal(1))
  return expressions(expressions(ranges, '*', literal(width)), '+', literal(1))
}
