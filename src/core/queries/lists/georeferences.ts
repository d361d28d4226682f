import { sql, type RawBuilder } from 'kysely'
import { isEverywhere, type Box } from '../../model/geometry/box.ts'
import type { OrderTerm } from '../../model/ordering.ts'
import type { GeoreferenceOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Reads } from '../../db/store.ts'
import type { Confidence } from '../../db/tables.ts'
import { inList } from '../../db/in-list.ts'
import { areaInBox, pointInBox } from './in-box.ts'
import { listIds, type IdPage, type ListOrder } from './list-ids.ts'
import { taggedWith, type SubjectNames } from './tagged.ts'
import { isEverything, visibleCollections, type CollectionScope } from './visible.ts'
import { withinYears, type Years } from './years.ts'

/** Which images' newest georeferences are asked for; absent members ask for nothing. */
export interface AreaFilter extends CollectionScope, Years {
  box?: Box
  images?: readonly number[]
  subjects?: SubjectNames
  confidence?: Confidence
  /** Made by any of these contributors. */
  users?: readonly number[]
}

export interface PointFilter extends AreaFilter {
  /** Whether the image was taken from above. */
  fromAbove?: boolean
}

/** How confidence is kept in the tables of newest georeferences. */
export const RANK: Record<Confidence, number> = { low: 1, medium: 2, high: 3 }

/** One page of points; their ids are the georeferences'. */
export async function listPointIds(
  reads: Reads,
  { fromAbove, ...filter }: PointFilter,
  terms: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const more: RawBuilder<boolean>[] = []
  const box = narrowing(filter.box)
  if (box) more.push(await pointInBox(reads, { alias: 'placed', box }))
  if (fromAbove !== undefined) more.push(sql`placed.from_above = ${fromAbove ? 1 : 0}`)
  return listIds(matching(reads, 'point_current', { filter, more }), georeferenceOrder(terms), page)
}

/** One page of areas of from-above images; their ids are the georeferences'. */
export async function listAreaIds(
  reads: Reads,
  filter: AreaFilter,
  terms: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  const more: RawBuilder<boolean>[] = []
  const box = narrowing(filter.box)
  if (box) more.push(await areaInBox(reads, { alias: 'placed', box }))
  return listIds(matching(reads, 'area_current', { filter, more }), georeferenceOrder(terms), page)
}

/** A box that leaves nothing out asks for nothing. */
function narrowing(box: Box | undefined): Box | undefined {
  return box && !isEverywhere(box) ? box : undefined
}

interface Asked {
  filter: AreaFilter
  more: RawBuilder<boolean>[]
}

function matching(reads: Reads, table: 'point_current' | 'area_current', { filter, more }: Asked) {
  const { images, subjects, confidence, users } = filter
  return reads
    .selectFrom(`${table as 'area_current'} as placed`)
    .where((all) => all.and([...withinYears('placed', filter), ...more]))
    .$if(!isEverything(filter), (query) =>
      query.where('placed.collection_id', 'in', visibleCollections(reads, filter)),
    )
    .$if(images !== undefined, (query) =>
      query.where('placed.image_id', 'in', inList(images ?? [])),
    )
    .$if(subjects !== undefined, (query) =>
      query.where('placed.image_id', 'in', taggedWith(reads, subjects ?? { ids: [], kbIds: [] })),
    )
    .$if(confidence !== undefined, (query) =>
      query.where('placed.confidence', '=', RANK[confidence ?? 'low']),
    )
    .$if(users !== undefined, (query) => query.where('placed.user_id', 'in', inList(users ?? [])))
}

export function georeferenceOrder(
  terms: readonly OrderTerm<GeoreferenceOrder>[],
): ListOrder<GeoreferenceOrder> {
  const fields = {
    georeferenced_at: sql`placed.created_at`,
    confidence: sql`placed.confidence`,
    validation_count: sql`placed.validation_count`,
  }
  return { id: sql<number>`placed.id`, fields, terms }
}
