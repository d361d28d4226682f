import { sql, type RawBuilder } from 'kysely'
import type { Micros } from '../clock.ts'
import type { EventType, SubjectAction } from '../model/event-types.ts'
import { visibleCollections } from '../queries/lists/visible.ts'
import type { Reads } from '../db/store.ts'

/**
 * The newest events of each type that the public sees, off the index of their timestamps. A group is seen
 * while one of its images is.
 */

export interface FeedPage {
  /** Only events earlier than this. */
  before?: Micros | undefined
  limit: number
}

function newest(reads: Reads, type: EventType, { before, limit }: FeedPage) {
  return reads
    .selectFrom('activity_event as event')
    .select(['event.timestamp'])
    .where('event.type', '=', type)
    .$if(before !== undefined, (query) => query.where('event.timestamp', '<', before ?? 0))
    .orderBy('event.timestamp', 'desc')
    .limit(limit)
}

/** The plus keeps SQLite from beginning at the collections. */
export function isPublic(reads: Reads, collectionColumn: string): RawBuilder<boolean> {
  const visible = visibleCollections(reads, { sight: 'public' })
  return sql<boolean>`+${sql.ref(collectionColumn)} in ${visible}`
}

export function newestComments(reads: Reads, page: FeedPage) {
  return newest(reads, 'comment', page)
    .innerJoin('comment', 'comment.id', 'event.comment_id')
    .innerJoin('image', 'image.id', 'comment.image_id')
    .innerJoin('user', 'user.id', 'event.user_id')
    .select(['user.username', 'comment.text', 'image.id as image_id', 'image.title as image_title'])
    .where(isPublic(reads, 'image.collection_id'))
    .execute()
}

/** They count all work, but show only while the public sees any of it: a name must not come out by hidden work. */
export function newestUserMilestones(reads: Reads, page: FeedPage) {
  return newest(reads, 'user_milestone', page)
    .innerJoin('user', 'user.id', 'event.user_id')
    .innerJoin('user_count as counted', 'counted.user_id', 'event.user_id')
    .where(sql<boolean>`counted.public_points + counted.public_areas > 0`)
    .select(['user.username', 'event.milestone as count'])
    .$narrowType<{ count: number }>()
    .execute()
}

export function newestSitewideMilestones(reads: Reads, page: FeedPage) {
  return newest(reads, 'sitewide_milestone', page)
    .select('event.milestone as count')
    .$narrowType<{ count: number }>()
    .execute()
}

export function newestAnnouncements(reads: Reads, page: FeedPage) {
  return newest(reads, 'collection_introduction', page)
    .innerJoin('collection', 'collection.id', 'event.collection_id')
    .select(['collection.id as collection_id', 'collection.name as collection_name'])
    .where(isPublic(reads, 'collection.id'))
    .execute()
}

/** Shown once the subject has come to a public image, also when it was taken off again. */
export function newestIntroductions(reads: Reads, page: FeedPage) {
  return newest(reads, 'subject_introduction', page)
    .innerJoin('subject', 'subject.id', 'event.subject_id')
    .leftJoin('user', 'user.id', 'event.user_id')
    .select(['user.username', 'subject.id as subject_id', 'subject.title as subject_title'])
    .where(
      sql<boolean>`exists (select 1 from subject_change as change
        join image on image.id = change.image_id
        where change.subject_id = event.subject_id and change.action = 'added'
          and ${isPublic(reads, 'image.collection_id')})`,
    )
    .execute()
}

export function newestGeoreferenceGroups(reads: Reads, page: FeedPage) {
  const shows = (table: string): RawBuilder<boolean> =>
    sql<boolean>`exists (select 1 from ${sql.table(table)} as made
      join image on image.id = made.image_id
      where made.user_id = event.user_id and made.created_at between event.started_at and event.at
        and ${isPublic(reads, 'image.collection_id')})`
  return newest(reads, 'georeference_group', page)
    .innerJoin('user', 'user.id', 'event.user_id')
    .select(['event.user_id', 'user.username', 'event.started_at', 'event.at as ended_at'])
    .$narrowType<{ user_id: number; started_at: number }>()
    .where((either) => either.or([shows('georeference'), shows('from_above_georeference')]))
    .execute()
}

/** A reordering comes with its image, because it has but one. */
export function newestSubjectGroups(reads: Reads, page: FeedPage) {
  const shows = sql<boolean>`exists (select 1 from subject_change as change
    join image on image.id = change.image_id
    where change.subject_id = event.subject_id and change.action = event.action
      and change.changed_by = event.user_id
      and change.changed_at between event.started_at and event.at
      and ${isPublic(reads, 'image.collection_id')})`
  return newest(reads, 'subject_activity_group', page)
    .innerJoin('user', 'user.id', 'event.user_id')
    .leftJoin('subject', 'subject.id', 'event.subject_id')
    .leftJoin('subject_change as reordering', 'reordering.id', 'event.change_id')
    .leftJoin('image', 'image.id', 'reordering.image_id')
    .select(['event.user_id', 'user.username', 'event.started_at', 'event.at as ended_at'])
    .select(['event.action', 'event.subject_id', 'subject.title as subject_title'])
    .select(['reordering.previous_order', 'reordering.new_order'])
    .select(['image.id as image_id', 'image.title as image_title'])
    .select('image.generation as image_generation')
    .$narrowType<{ user_id: number; started_at: number; action: SubjectAction }>()
    .where((either) =>
      either.or([
        sql<boolean>`event.change_id is null and ${shows}`,
        isPublic(reads, 'image.collection_id'),
      ]),
    )
    .execute()
}
