import type { Lists } from '../lists/lists.ts'
import { MICROS_PER_SECOND, type Micros, type Clock } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import type { Reads, Store } from '../../database/store.ts'
import { MAX_QUEUE, NEW_ACCOUNT_SECONDS } from '../../base/limits.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import { DEFAULT_GEOREFERENCE_ORDER } from '../../model/orders.ts'
import { findImages, type ImageRow } from '../images/images.ts'
import { CONFIDENCE_RANKS, type AreaFilter } from '../lists/georeferences.ts'
import { draw, sortByRank } from './draw.ts'
import { listFirstDayReplacements } from './first-day.ts'
import { intersect } from './intersect.ts'
import { PLACEABLE } from './placeable.ts'
import { findSkips } from './skips.ts'

/** Restricts the queue. Only images of a kind if `fromAbove` is given. */
export interface CheckingScope {
  filter: AreaFilter
  fromAbove: boolean | undefined
}

type QueueServices = { clock: Clock; lists: Lists } & Pick<Store, 'reads'>

const KINDS = [
  { list: 'points', table: 'georeference', current: 'point_current', fromAbove: false },
  { list: 'areas', table: 'from_above_georeference', current: 'area_current', fromAbove: true },
] as const

/** Most new users whose georeferences are drawn. */
const MAX_NEW_USERS = 50

/**
 * Draws images with a picture whose newest georeference of their kind others made and the user has neither checked nor skipped: first
 * those that an account made on its first day of an image that two people had confirmed elsewhere, then unchecked ones,
 * and among them those with low confidence or by new users.
 */
export async function drawCheckingQueue(
  services: QueueServices,
  userId: number,
  { filter, fromAbove }: CheckingScope,
): Promise<ImageRow[]> {
  const { clock, lists, reads } = services
  const newUsers = await listNewUsers(reads, clock.now() - NEW_ACCOUNT_SECONDS * MICROS_PER_SECOND)
  const candidates: Candidate[] = []
  const urgent = new Set<number>()
  for (const kind of KINDS) {
    if (fromAbove !== undefined && fromAbove !== kind.fromAbove) continue
    const replaced = await listFirstDayReplacements(reads, kind, newUsers)
    for (const image of replaced) urgent.add(image)
    const ids = await drawIds(lists, { kind, filter, newUsers, replaced })
    candidates.push(...(await listCandidates(services, { kind, ids, userId })))
  }
  const isNew = new Set(newUsers)
  const rankUrgent = (made: Candidate) => (urgent.has(made.image_id) ? -1 : rank(made, isNew))
  const chosen = sortByRank(candidates, rankUrgent).slice(0, MAX_QUEUE)
  return findImages(
    reads,
    chosen.map(({ image_id }) => image_id),
  )
}

type Kind = (typeof KINDS)[number]

async function drawIds(
  lists: Lists,
  {
    kind,
    filter,
    newUsers,
    replaced,
  }: { kind: Kind; filter: AreaFilter; newUsers: readonly number[]; replaced: readonly number[] },
): Promise<number[]> {
  const { list } = kind
  const own = kind.fromAbove ? filter : { ...filter, fromAbove: false }
  const filters = [
    { ...own, confidence: 'low' as const },
    ...(newUsers.length > 0 ? [{ ...own, users: newUsers }] : []),
    ...(replaced.length > 0 ? [{ ...own, images: intersect(replaced, own.images) }] : []),
    own,
  ]
  const terms = [DEFAULT_GEOREFERENCE_ORDER]
  const pages = await Promise.all(filters.map((one) => draw(lists, { list, filter: one, terms })))
  return [...new Set(pages.flatMap(({ ids }) => ids))]
}

interface Candidate {
  image_id: number
  user_id: number
  created_at: Micros
  confidence: number
  validation_count: number
}

async function listCandidates(
  services: Pick<QueueServices, 'clock' | 'reads'>,
  { kind, ids, userId }: { kind: Kind; ids: readonly number[]; userId: number },
): Promise<Candidate[]> {
  const { reads } = services
  const rows = await reads
    .selectFrom(`${kind.current as 'area_current'} as made`)
    .innerJoin('image', 'image.id', 'made.image_id')
    .select(['made.id', 'made.image_id', 'made.user_id', 'made.created_at'])
    .select(['made.confidence', 'made.validation_count'])
    .where('made.id', 'in', inList(ids))
    .where('made.user_id', '!=', userId)
    .where('image.processing', 'in', PLACEABLE.processing)
    .execute()
  const images = rows.map(({ image_id }) => image_id)
  const [checked, skips] = await Promise.all([
    listChecked(reads, kind.table, { ids, userId }),
    findSkips(services, userId, images),
  ])
  // A skip concerns the place that the user saw, not one that was made since.
  const isSkipped = ({ image_id, created_at }: Candidate) => (skips.get(image_id) ?? 0) > created_at
  return rows.filter((row) => !checked.has(row.id) && !isSkipped(row))
}

async function listChecked(
  reads: Reads,
  table: GeoreferenceKind,
  { ids, userId }: { ids: readonly number[]; userId: number },
): Promise<ReadonlySet<number | null>> {
  const column = `${table}_id` as const
  const rows = await reads
    .selectFrom('validation')
    .select(column)
    .where(column, 'in', inList(ids))
    .where('validated_by', '=', userId)
    .execute()
  return new Set(rows.map((row) => (row as Record<string, number | null>)[column] ?? null))
}

function rank({ user_id, confidence, validation_count }: Candidate, isNew: ReadonlySet<number>) {
  const isDoubtful = confidence === CONFIDENCE_RANKS.low || isNew.has(user_id)
  return 2 * Number(validation_count > 0) + Number(!isDoubtful)
}

async function listNewUsers(reads: Reads, since: number): Promise<number[]> {
  const rows = await reads
    .selectFrom('user')
    .select('id')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(MAX_NEW_USERS)
    .execute()
  return rows.map(({ id }) => id)
}
