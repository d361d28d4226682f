import { sql, type RawBuilder } from 'kysely'
import type { Micros } from '../clock.ts'
import { GROUP_GAP_SECONDS } from '../limits.ts'
import { inList } from '../db/dialect.ts'
import type { Reads, Tx } from '../db/store.ts'

/** Statements that create events from many rows at once. `updateAllTimestamps` must follow. */

const GAP_MICROS = sql.lit(GROUP_GAP_SECONDS * 1_000_000)

/** Number of tags that one statement reads. */
const TAG_BATCH = 10_000

/** Adds tags to the history of changes that it does not contain. */
export async function insertMissingChanges(tx: Tx): Promise<void> {
  let after = 0
  for (;;) {
    const last = await findLastTaggedImage(tx, after)
    if (last === undefined) return
    await sql`insert into subject_change (action, image_id, subject_id, changed_by, changed_at)
      select 'added', image_id, subject_id, tagged_by, tagged_at from image_subject as tag
      where image_id > ${after} and image_id <= ${last} and not exists (
        select 1 from subject_change as known where known.subject_id = tag.subject_id
          and known.action = 'added' and known.changed_by is not distinct from tag.tagged_by
          and known.changed_at = tag.tagged_at and known.image_id = tag.image_id)`.execute(tx)
    after = last
  }
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
  await sql`insert into activity_event (type, at, timestamp, user_id, comment_id)
    select 'comment', created_at, created_at, commented_by, id from comment`.execute(tx)
}

export async function insertAnnouncements(tx: Tx): Promise<void> {
  await sql`insert into activity_event (type, at, timestamp, collection_id)
    select 'collection_introduction', announced_at, announced_at, id from collection
    where announced_at is not null`.execute(tx)
}

/** Reorders are never grouped. */
export async function insertReorderings(tx: Tx): Promise<void> {
  await sql`insert into activity_event (type, at, timestamp, started_at, user_id, action, change_id)
    select 'subject_activity_group', changed_at, changed_at, changed_at, changed_by, action, id
    from subject_change where action = 'reordered' and changed_by is not null`.execute(tx)
}

/** At the same time, the user with the lowest id counts as first. */
export async function insertIntroductions(tx: Tx, subjects: readonly number[]): Promise<void> {
  await sql`insert into activity_event (type, at, timestamp, subject_id, user_id)
    select 'subject_introduction', at, at, first.subject_id,
      (select min(changed_by) from subject_change as change where change.subject_id = first.subject_id
        and action = 'added' and changed_at = at)
    from (select subject_id, min(changed_at) as at from subject_change
      where action = 'added' and subject_id in ${inList(subjects)} group by subject_id) as first`.execute(
    tx,
  )
}

/** Groups the changes of these subjects. */
export async function insertSubjectGroups(tx: Tx, subjects: readonly number[]): Promise<void> {
  const changes = selectChanges(sql`subject_id in ${inList(subjects)}`)
  await insertGroups(tx, sql`'subject_activity_group'`, changes)
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
  const changes = selectChanges(sql`subject_id = ${subjectId} and action = ${action}
    and changed_by = ${userId} and changed_at between ${from} and ${to}`)
  await insertGroups(tx, sql`'subject_activity_group'`, changes)
}

function selectChanges(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select changed_by as user_id, subject_id, action, changed_at as at
    from subject_change where ${condition}
      and action in ('added', 'removed') and changed_by is not null`
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
  const made = (table: string): RawBuilder<unknown> =>
    sql`select user_id, cast(null as bigint) as subject_id, cast(null as text) as action, created_at as at from ${sql.table(table)}
      where user_id in ${inList(users)} and created_at between ${within.from} and ${within.to}`
  const all = sql`${made('georeference')} union all ${made('from_above_georeference')}`
  await insertGroups(tx, sql`'georeference_group'`, all)
}

/** Inserts one event for each run of rows without a long pause, by the same rule as `joinGroup`. */
async function insertGroups(
  tx: Tx,
  type: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): Promise<void> {
  await sql`with apart as (
      select *, case when at - lag(at) over alike > ${GAP_MICROS} then 1 else 0 end as begins
      from (${rows}) as made
      window alike as (partition by user_id, subject_id, action order by at)),
    numbered as (
      select *, sum(begins) over (partition by user_id, subject_id, action order by at) as run
      from apart)
    insert into activity_event (type, at, timestamp, started_at, user_id, subject_id, action)
    select ${type}, max(at), max(at), min(at), user_id, subject_id, action from numbered
    group by user_id, subject_id, action, run`.execute(tx)
}

/** Streams all ids of a table in ascending order, in batches for one statement each. */
export async function* streamIdBatches(
  reads: Pick<Reads, 'selectFrom'>,
  table: 'user' | 'subject',
): AsyncIterable<number[]> {
  let after = 0
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
