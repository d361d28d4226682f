import type { Micros } from '../../base/clock.ts'
import { column } from '../../database/expressions.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { isAnyOf } from '../../database/sql.ts'
import type { Reads } from '../../database/store.ts'
import type { PublicKind } from '../../model/public-kinds.ts'
import { selectSubjectIds } from '../lists/subjects.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'

/** The latest change of an object that was ever public. */
export interface PublicChange {
  kind: PublicKind
  /** Its id. */
  ref: number
  /** Also its position in the log. */
  changedAt: Micros
  /** Whether the public cannot see it any more: it is hidden or deleted. */
  isGone: boolean
}

/** A part of the log: the changes after one position, up to another one. */
export interface LogInterval {
  after: Micros
  until: Micros
}

/** Position after all changes. */
export const LOG_END: Micros = Number.MAX_SAFE_INTEGER

/**
 * Lists the latest changes of all objects that were ever public, in the order of the commits. A change that is committed later
 * never gets an earlier position. What was hidden a moment ago is gone, also while the log does not have that change yet.
 */
export async function listPublicChanges(
  reads: Reads,
  page: { after: Micros; limit: number },
): Promise<PublicChange[]> {
  return judgeByVisibility(reads, await selectChanges(reads, { ...page, until: LOG_END }))
}

interface ChangeRow {
  kind: PublicKind
  ref: number
  changed_at: Micros
  gone: 0 | 1
}

/** Also tells that something is gone which was hidden a moment ago. */
export async function judgeByVisibility(
  reads: Reads,
  rows: readonly ChangeRow[],
): Promise<PublicChange[]> {
  const visible = new Map<PublicKind, ReadonlySet<number>>()
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const refs = rows.filter((row) => row.kind === kind).map(({ ref }) => ref)
    const shown = await selectPublic[kind](reads, { ids: JSON.stringify(refs) })
    visible.set(kind, new Set(shown.map(({ id }) => id)))
  }
  return rows.map(({ kind, ref, changed_at, gone }) => ({
    kind,
    ref,
    changedAt: changed_at,
    // What was published a moment ago stays gone until the log has that change.
    isGone: gone === 1 || visible.get(kind)?.has(ref) !== true,
  }))
}

/** Reads the changes of an interval in the order of the commits. */
export const selectChanges = preparedQuery(
  (reads: Reads, { after, until, limit }: Params<LogInterval & { limit: number }>) =>
    reads
      .selectFrom('public_change')
      .select(['changed_at', 'kind', 'ref', 'gone'])
      .where('changed_at', '>', after)
      .where('changed_at', '<=', until)
      .orderBy('changed_at')
      .limit(limit),
)

type Ids = Params<{ ids: string }>

const PUBLIC = { visibility: 'public' } as const

/** Select those of the ids that the public sees. */
const selectPublic = {
  image: preparedQuery((reads: Reads, { ids }: Ids) =>
    reads
      .selectFrom('image')
      .select('image.id')
      .where(isAnyOf(column('image.id'), ids))
      .where('image.collection_id', 'in', selectVisibleCollections(reads, PUBLIC)),
  ),
  collection: preparedQuery((reads: Reads, { ids }: Ids) =>
    selectVisibleCollections(reads, PUBLIC).where(isAnyOf(column('collection.id'), ids)),
  ),
  source: preparedQuery((reads: Reads, { ids }: Ids) =>
    reads
      .selectFrom('source')
      .select('source.id')
      .where('source.public', '=', 1)
      .where(isAnyOf(column('source.id'), ids)),
  ),
  subject: preparedQuery((reads: Reads, { ids }: Ids) =>
    selectSubjectIds(reads, PUBLIC).where(isAnyOf(column('subject.id'), ids)),
  ),
}
