import type { SelectQueryBuilder } from 'kysely'
import type { Micros } from '../../base/clock.ts'
import { inList } from '../../database/sql.ts'
import { column, compareTimeAndId } from '../../database/expressions.ts'
import type { Reads } from '../../database/store.ts'
import type { Verdict } from '../../database/tables.ts'
import type { GeoreferenceKind } from '../../model/georeference-kind.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** One user's contributions of each kind, newest first, on hidden images too. Each query reads one index range. */

/** The place of a row in a list that is ordered by time, then by id. */
export interface Cursor {
  at: Micros
  id: number
}

export interface OwnPage {
  userId: number
  /** Only older rows than this one. */
  before?: Cursor | undefined
  limit: number
}

/** One page of a query, from an index of the user, the time and the id. @param at column with the time */
function takePage<DB, Name extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Name, Row>,
  at: string,
  { before, limit }: OwnPage,
): SelectQueryBuilder<DB, Name, Row> {
  const newest = query.orderBy(column(at), 'desc').orderBy(column('made.id'), 'desc').limit(limit)
  return before ? newest.where(compareTimeAndId([at, 'made.id'], '<', before)) : newest
}

export async function listOwnPoints(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('georeference as made')
    .innerJoin('image', 'image.id', 'made.image_id')
    .select(['made.id', 'made.image_id', 'image.title', 'image.generation'])
    .select(['made.latitude', 'made.longitude', 'made.direction'])
    .select(['made.confidence', 'made.confidence_notes', 'made.created_at as at'])
    .where('made.user_id', '=', page.userId)
  return takePage(made, 'made.created_at', page).execute()
}

export async function listOwnAreas(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('from_above_georeference as made')
    .innerJoin('image', 'image.id', 'made.image_id')
    .select(['made.id', 'made.image_id', 'image.title', 'image.generation', 'made.polygon'])
    .select(['made.confidence', 'made.confidence_notes', 'made.created_at as at'])
    .where('made.user_id', '=', page.userId)
  return takePage(made, 'made.created_at', page).execute()
}

export async function listOwnValidations(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('validation as made')
    .innerJoin('image', 'image.id', 'made.image_id')
    .select(['made.id', 'made.image_id', 'image.title', 'image.generation'])
    .select(['made.georeference_id', 'made.from_above_georeference_id'])
    .select(['made.validation', 'made.notes', 'made.validated_at as at'])
    .where('made.validated_by', '=', page.userId)
  return takePage(made, 'made.validated_at', page).execute()
}

export async function listOwnComments(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('comment as made')
    .innerJoin('image', 'image.id', 'made.image_id')
    .select(['made.id', 'made.image_id', 'image.title', 'image.generation'])
    .select(['made.text', 'made.created_at as at'])
    .where('made.commented_by', '=', page.userId)
  return takePage(made, 'made.created_at', page).execute()
}

/** Tags that the user added or removed, and orders of tags that the user changed. */
export async function listOwnTags(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('subject_change as made')
    .innerJoin('image', 'image.id', 'made.image_id')
    .leftJoin('subject', 'subject.id', 'made.subject_id')
    .select(['made.id', 'made.image_id', 'image.title', 'image.generation'])
    .select(['made.action', 'made.subject_id', 'made.previous_order', 'made.new_order'])
    .select(['subject.title as subject_title', 'subject.slug as subject_slug'])
    .select('made.changed_at as at')
    .where('made.changed_by', '=', page.userId)
  return takePage(made, 'made.changed_at', page).execute()
}

/** Comments of the user that staff hid. */
export async function listOwnHiddenComments(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('hidden_comment as made')
    .innerJoin('image', 'image.id', 'made.image_id')
    .select(['made.id', 'made.image_id', 'image.title', 'image.generation'])
    .select(['made.text', 'made.hidden_at'])
    .select('made.created_at as at')
    .where('made.commented_by', '=', page.userId)
  return takePage(made, 'made.created_at', page).execute()
}

export async function listOwnFlags(reads: Reads, page: OwnPage) {
  const made = reads
    .selectFrom('flag as made')
    .select(['made.id', 'made.image_id', 'made.reason', 'made.text', 'made.resolved_at'])
    .select('made.flagged_at as at')
    .where('made.flagged_by', '=', page.userId)
  return takePage(made, 'made.flagged_at', page).execute()
}

/** Finds which of these images are not public. */
export async function findHiddenImages(
  reads: Reads,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reads
    .selectFrom('image')
    .select('id')
    .where('id', 'in', inList(ids))
    .where('collection_id', 'not in', selectVisibleCollections(reads, { visibility: 'public' }))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Counts the verdicts of others on georeferences, by the id of each that was validated. */
export async function countValidations(
  reads: Reads,
  kind: GeoreferenceKind,
  ids: readonly number[],
): Promise<Map<number, Partial<Record<Verdict, number>>>> {
  const rows = await reads
    .selectFrom('validation')
    .select([`${kind}_id as id`, 'validation'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(`${kind}_id`, 'in', inList(ids))
    .groupBy([`${kind}_id`, 'validation'])
    .execute()
  const counts = new Map<number, Partial<Record<Verdict, number>>>()
  for (const { id, validation, count } of rows) {
    if (id !== null) counts.set(id, { ...counts.get(id), [validation]: count })
  }
  return counts
}
