import type { AliasableExpression } from 'kysely'
import type { Micros } from '../../base/clock.ts'
import { GROUP_GAP_SECONDS } from '../../base/limits.ts'
import { inList } from '../../database/sql.ts'
import { expressions, literal } from '../../database/expressions.ts'
import type { Reads, Selects, Tx } from '../../database/store.ts'

/** Statements that create events from many rows at once. `updateAllTimestamps` must follow. */

const GAP_MICROS = literal(GROUP_GAP_SECONDS * 1_000_000)

/** Number of tags that one statement reads. */
const TAG_BATCH = 10_000

/** Adds tags to the history of changes that it does not contain. */
export async function insertMissingChanges(tx: Tx): Promise<void> {
  let after = 0
  for (;;) {
    const last = await findLastTaggedImage(tx, after)
    if (last === undefined) return
    await tx
      .insertInto('subject_change')
      .columns(['action', 'image_id', 'subject_id', 'changed_by', 'changed_at'])
      .expression(selectUnrecordedTags(tx, { after, last }))
      .execute()
    after = last
  }
}

function selectUnrecordedTags(reads: Selects, { after, last }: { after: number; last: number }) {
  return reads
    .selectFrom('image_subject as tag')
    .select([literal('added').as('action'), 'image_id', 'subject_id', 'tagged_by', 'tagged_at'])
    .where('image_id', '>', after)
    .where('image_id', '<=', last)
    .where((eb) => {
      const known = eb
        .selectFrom('subject_change as known')
        .select(literal(1).as('one'))
        .whereRef('known.subject_id', '=', 'tag.subject_id')
        .where('known.action', '=', literal('added' as const))
        .whereRef('known.changed_by', 'is not distinct from', 'tag.tagged_by')
        .whereRef('known.changed_at', '=', 'tag.tagged_at')
        .whereRef('known.image_id', '=', 'tag.image_id')
        // Without statistics, as in a new database, PostgreSQL would read the whole history for each batch.
        .where('known.image_id', '>', after)
        .where('known.image_id', '<=', last)
      return eb.not(eb.exists(known))
    })
}

async function findLastTaggedImage(tx: Tx, after: number): Promise<number | undefined> {
  const next = tx
    .selectFrom('image_subject')
    .select('image_id')
    .where('image_id', '>', after)
    .orderBy('image_id')
    .limit(TAG_BATCH)
  const { last } = await tx
    .selectFrom(next.as('next'))
    .select(({ fn }) => fn.max('image_id').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

export async function insertComments(tx: Tx): Promise<void> {
  const comments = tx
    .selectFrom('comment')
    .select([literal('comment').as('type'), 'created_at as at', 'created_at as timestamp'])
    .select(['commented_by', 'id'])
  await tx
    .insertInto('activity_event')
    .columns(['type', 'at', 'timestamp', 'user_id', 'comment_id'])
    .expression(comments)
    .execute()
}

export async function insertAnnouncements(tx: Tx): Promise<void> {
  const announced = tx
    .selectFrom('collection')
    .select(literal('collection_introduction').as('type'))
    .select(['announced_at as at', 'announced_at as timestamp', 'id'])
    .where('announced_at', 'is not', null)
  await tx
    .insertInto('activity_event')
    .columns(['type', 'at', 'timestamp', 'collection_id'])
    .expression(announced)
    .execute()
}

/** Reorders are never grouped. */
export async function insertReorderings(tx: Tx): Promise<void> {
  const reorderings = tx
    .selectFrom('subject_change')
    .select(literal('subject_activity_group').as('type'))
    .select(['changed_at as at', 'changed_at as timestamp', 'changed_at as started_at'])
    .select(['changed_by', 'action', 'id'])
    .where('action', '=', literal('reordered' as const))
    .where('changed_by', 'is not', null)
  await tx
    .insertInto('activity_event')
    .columns(['type', 'at', 'timestamp', 'started_at', 'user_id', 'action', 'change_id'])
    .expression(reorderings)
    .execute()
}

/** At the same time, the user with the lowest id counts as first. */
export async function insertIntroductions(tx: Tx, subjects: readonly number[]): Promise<void> {
  const first = tx
    .selectFrom('subject_change')
    .select(({ fn }) => ['subject_id', fn.min('changed_at').as('at')])
    .where('action', '=', literal('added' as const))
    .where('subject_id', 'in', inList(subjects))
    .groupBy('subject_id')
  const introductions = tx
    .selectFrom(first.as('first'))
    .select(literal('subject_introduction').as('type'))
    .select(['first.at', 'first.at as timestamp', 'first.subject_id'])
    .select((eb) =>
      eb
        .selectFrom('subject_change as change')
        .select(({ fn }) => fn.min('changed_by').as('user_id'))
        .whereRef('change.subject_id', '=', 'first.subject_id')
        .where('action', '=', literal('added' as const))
        .whereRef('changed_at', '=', 'first.at')
        .as('user_id'),
    )
  await tx
    .insertInto('activity_event')
    .columns(['type', 'at', 'timestamp', 'subject_id', 'user_id'])
    .expression(introductions)
    .execute()
}

/** Groups the changes of these subjects. */
export async function insertSubjectGroups(tx: Tx, subjects: readonly number[]): Promise<void> {
  const changes = selectChanges(tx).where('subject_id', 'in', inList(subjects))
  await insertGroups(tx, 'subject_activity_group', changes)
}

/** Lists the subjects of the history that were deleted. */
export async function listDeletedSubjects(reads: Pick<Reads, 'selectFrom'>): Promise<number[]> {
  const rows = await reads
    .selectFrom('subject_change')
    .select('subject_id')
    .distinct()
    .where('subject_id', 'not in', (from) => from.selectFrom('subject').select('id'))
    .$narrowType<{ subject_id: number }>()
    .execute()
  return rows.map((row) => row.subject_id)
}

/** Changes of one user that were one group, both ends included. */
export interface FormerSubjectGroup {
  userId: number
  subjectId: number
  action: 'added' | 'removed'
  from: Micros
  to: Micros
}

/** Groups the changes that remain of a former group: one group, several or none. */
export async function regroupSubjectChanges(
  tx: Tx,
  { userId, subjectId, action, from, to }: FormerSubjectGroup,
): Promise<void> {
  const changes = selectChanges(tx)
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .where('changed_by', '=', userId)
    .where((eb) => eb.between('changed_at', from, to))
  await insertGroups(tx, 'subject_activity_group', changes)
}

function selectChanges(reads: Selects) {
  return reads
    .selectFrom('subject_change')
    .select(['changed_by as user_id', 'subject_id', 'action', 'changed_at as at'])
    .where('action', 'in', [literal('added' as const), literal('removed' as const)])
    .where('changed_by', 'is not', null)
}

/** Groups the georeferences of users, all of them or those inside `within`, both ends included. */
export async function insertGeoreferenceGroups(
  tx: Tx,
  users: readonly number[],
  within: { from: Micros; to: Micros } = {
    from: Number.MIN_SAFE_INTEGER,
    to: Number.MAX_SAFE_INTEGER,
  },
): Promise<void> {
  const made = (table: 'georeference' | 'from_above_georeference') =>
    tx
      .selectFrom(table as 'georeference')
      .select([
        'user_id',
        expressions.cast<number | null>(literal(null), 'bigint').as('subject_id'),
      ])
      .select([
        expressions.cast<string | null>(literal(null), 'text').as('action'),
        'created_at as at',
      ])
      .where('user_id', 'in', inList(users))
      .where((eb) => eb.between('created_at', within.from, within.to))
  const all = made('georeference').unionAll(made('from_above_georeference'))
  await insertGroups(tx, 'georeference_group', all)
}

/** Columns by which events are grouped. */
const ALIKE = ['user_id', 'subject_id', 'action'] as const

/** When a user did something alike. */
interface Deed {
  user_id: number | null
  subject_id: number | null
  action: string | null
  at: Micros
}

/** Inserts one event for each run of rows without a long pause, by the same rule as `joinGroup`. */
async function insertGroups(
  tx: Tx,
  type: 'subject_activity_group' | 'georeference_group',
  deeds: AliasableExpression<Deed>,
): Promise<void> {
  const apart = tx
    .selectFrom(deeds.as('made'))
    .selectAll()
    .select(({ eb, fn }) => {
      const previous = fn
        .agg<Micros>('lag', ['at'])
        .over((alike) => alike.partitionBy(ALIKE).orderBy('at'))
      return eb
        .case()
        .when(eb(eb('at', '-', previous), '>', GAP_MICROS))
        .then(literal(1))
        .else(literal(0))
        .end()
        .as('begins')
    })
  const numbered = tx
    .selectFrom(apart.as('apart'))
    .selectAll()
    .select(({ fn }) =>
      fn
        .sum('begins')
        .over((alike) => alike.partitionBy(ALIKE).orderBy('at'))
        .as('run'),
    )
  const groups = tx
    .selectFrom(numbered.as('numbered'))
    .select(({ fn }) => [literal(type).as('type'), fn.max('at').as('at')])
    .select(({ fn }) => [fn.max('at').as('timestamp'), fn.min('at').as('started_at'), ...ALIKE])
    .groupBy([...ALIKE, 'run'])
  await tx
    .insertInto('activity_event')
    .columns(['type', 'at', 'timestamp', 'started_at', ...ALIKE])
    .expression(groups)
    .execute()
}

/** Streams all ids of a table in ascending order, in batches for one statement each. */
export async function* streamIdBatches(
  reads: Pick<Reads, 'selectFrom'>,
  table: 'user' | 'subject',
): AsyncIterable<number[]> {
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const rows = await reads
      .selectFrom(table)
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(100)
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) yield ids
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}
