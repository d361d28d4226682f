import type { Expression, SqlBool } from 'kysely'
import { isEverywhere, type Box } from '../../model/geometry/box.ts'
import { foldText } from '../../model/fold.ts'
import type { PlacementVerdict } from '../../model/placement-verdict.ts'
import type { OrderTerm } from '../../model/parse-ordering.ts'
import type { GeoreferenceOrder } from '../../model/orders.ts'
import type { PageRequest } from '../../model/page.ts'
import type { Reads } from '../../database/store.ts'
import { column, expressions } from '../../database/expressions.ts'
import type { Confidence, Flag } from '../../database/tables.ts'
import { contains, inList } from '../../database/sql.ts'
import { matchAreaInBox, matchPointInBox } from './in-box.ts'
import { listIds, type IdPage, type ListOrder } from './list-ids.ts'
import { matchVerdict } from './match-verdict.ts'
import { selectTagged, type SubjectRefs } from './tagged-images.ts'
import {
  isUnrestricted,
  selectVisibleCollections,
  type CollectionScope,
} from './visible-collections.ts'
import { matchYears, type YearRange } from './year-range.ts'

/** Filters the newest georeferences of images. An absent member does not filter. */
export interface AreaFilter extends CollectionScope, YearRange {
  box?: Box
  images?: readonly number[]
  subjects?: SubjectRefs
  confidence?: Confidence
  verdict?: PlacementVerdict
  /** A part of the name of the image's creator, ignoring case. */
  creator?: string | undefined
  /** Made by any of these contributors. */
  users?: readonly number[]
}

export interface PointFilter extends AreaFilter {
  /** Whether the image was taken from above. */
  fromAbove?: boolean
}

/** The numbers for confidence in the tables of newest georeferences. */
export const CONFIDENCE_RANKS: Record<Confidence, number> = { low: 1, medium: 2, high: 3 }

/** Lists one page of ids of point georeferences. */
export async function listPointIds(
  reads: Reads,
  filter: PointFilter,
  terms: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  return listIds(await selectPoints(reads, filter), orderGeoreferences(terms), page)
}

/** Builds the query of the point georeferences that match, as `georef`. */
export async function selectPoints(reads: Reads, { fromAbove, ...filter }: PointFilter) {
  const more: Expression<SqlBool>[] = []
  const box = dropGlobalBox(filter.box)
  if (box) more.push(await matchPointInBox(reads, { alias: 'georef', box }))
  if (fromAbove !== undefined) {
    more.push(expressions(column<Flag>('georef.from_above'), '=', fromAbove ? 1 : 0))
  }
  return selectMatching(reads, 'point_current', { filter, more })
}

/** Builds the query of the ids of all point georeferences that match, in ascending order. */
export async function selectPointIds(reads: Reads, filter: PointFilter) {
  return (await selectPoints(reads, filter)).select('georef.id').orderBy('georef.id')
}

/** Lists one page of ids of from-above georeferences. */
export async function listAreaIds(
  reads: Reads,
  filter: AreaFilter,
  terms: readonly OrderTerm<GeoreferenceOrder>[],
  page: PageRequest,
): Promise<IdPage> {
  return listIds(await selectAreas(reads, filter), orderGeoreferences(terms), page)
}

/** Builds the query of the from-above georeferences that match, as `georef`. */
export async function selectAreas(reads: Reads, filter: AreaFilter) {
  const more: Expression<SqlBool>[] = []
  const box = dropGlobalBox(filter.box)
  if (box) more.push(await matchAreaInBox(reads, { alias: 'georef', box }))
  return selectMatching(reads, 'area_current', { filter, more })
}

/** Builds the query of the ids of all from-above georeferences that match, in ascending order. */
export async function selectAreaIds(reads: Reads, filter: AreaFilter) {
  return (await selectAreas(reads, filter)).select('georef.id').orderBy('georef.id')
}

/** A box around the whole globe does not filter. */
function dropGlobalBox(box: Box | undefined): Box | undefined {
  return box && !isEverywhere(box) ? box : undefined
}

interface Conditions {
  filter: AreaFilter
  more: Expression<SqlBool>[]
}

function selectMatching(
  reads: Reads,
  table: 'point_current' | 'area_current',
  { filter, more }: Conditions,
) {
  const { images, subjects, confidence, verdict, users, creator } = filter
  return reads
    .selectFrom(`${table as 'area_current'} as georef`)
    .where((all) => all.and([...matchYears('georef', filter), ...matchVerdict(verdict), ...more]))
    .$if(!isUnrestricted(filter), (query) =>
      query.where('georef.collection_id', 'in', selectVisibleCollections(reads, filter)),
    )
    .$if(images !== undefined, (query) =>
      query.where('georef.image_id', 'in', inList(images ?? [])),
    )
    .$if(subjects !== undefined, (query) =>
      query.where('georef.image_id', 'in', selectTagged(reads, subjects ?? { ids: [], kbIds: [] })),
    )
    .$if(confidence !== undefined, (query) =>
      query.where('georef.confidence', '=', CONFIDENCE_RANKS[confidence ?? 'low']),
    )
    .$if(creator !== undefined, (query) =>
      query.where('georef.image_id', 'in', selectCreatedBy(reads, creator ?? '')),
    )
    .$if(users !== undefined, (query) => query.where('georef.user_id', 'in', inList(users ?? [])))
}

/** Selects the ids of images whose creator's name contains a text. */
function selectCreatedBy(reads: Reads, creator: string) {
  return reads
    .selectFrom('image')
    .select('image.id')
    .where(contains(column('image.creator_folded'), foldText(creator)))
}

export function orderGeoreferences(
  terms: readonly OrderTerm<GeoreferenceOrder>[],
): ListOrder<GeoreferenceOrder> {
  const fields = {
    georeferenced_at: column('georef.created_at'),
    confidence: column('georef.confidence'),
    validation_count: column('georef.validation_count'),
  }
  return { id: column<number>('georef.id'), fields, terms }
}
