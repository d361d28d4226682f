import { sql, type RawBuilder } from 'kysely'
import type { Micros } from '../clock.ts'
import { preparedQuery, type Params } from '../db/prepared-query.ts'
import { inTextList, least } from '../db/dialect.ts'
import type { Selects } from '../db/store.ts'
import { EVENT_TYPES, type EventType } from '../model/event-types.ts'
import { MAX_GROUP_IMAGES } from '../limits.ts'
import { groupImages, representativeImage } from './group-images.ts'

export interface FeedPage {
  /** Upper bound of the timestamps, exclusive. */
  before: Micros
  /** JSON text: an array of `EventType`. */
  types: string
  limit: number
}

interface PageEvent {
  id: number
  timestamp: Micros
  /** At least as many as the page's groups list up to and including this event. */
  images_so_far: number
}

/**
 * Selects public events, newest first, with the rows that they report. It picks the events from an index and joins
 * only these.
 */
export const selectFeed = preparedQuery((reads: Selects, page: Params<FeedPage>) =>
  reads
    .selectFrom(newestEvents(page).as('page'))
    .innerJoin('activity_event as event', 'event.id', 'page.id')
    .leftJoin('user', 'user.id', 'event.user_id')
    .leftJoin('subject', 'subject.id', 'event.subject_id')
    .leftJoin('collection', 'collection.id', 'event.collection_id')
    .leftJoin('comment', 'comment.id', 'event.comment_id')
    .leftJoin('subject_change as reordering', 'reordering.id', 'event.change_id')
    .leftJoin('image', (join) =>
      join.on(
        sql<boolean>`image.id =
          coalesce(comment.image_id, reordering.image_id, ${representativeImage(reads)})`,
      ),
    )
    .select(['event.type', 'event.timestamp', 'event.started_at', 'event.at as ended_at'])
    .select(['event.action', 'event.milestone', 'event.public_count as count', 'user.username'])
    .select(['user.id as user_id', 'subject.slug as subject_slug'])
    .select(['subject.id as subject_id', 'subject.title as subject_title'])
    .select(['event.collection_id', 'collection.name as collection_name', 'comment.text'])
    .select(['image.id as image_id', 'image.title as image_title'])
    .select(['image.generation as image_generation', groupImages(reads).as('images')])
    .select(['reordering.previous_order', 'reordering.new_order'])
    .orderBy('page.timestamp', 'desc'),
)

/**
 * Selects the newest events of each type from the index, then the newest of these. A type that is not wanted gets
 * the limit 0, because SQLite would check a condition on each of its rows.
 */
function newestEvents({ types, before, limit }: Params<FeedPage>) {
  const newestOf = (type: EventType): RawBuilder<unknown> =>
    sql`select * from (select id, timestamp, public_count from activity_event
      where type = ${sql.lit(type)} and public_count > 0 and timestamp < ${before}
      order by timestamp desc
      limit case when ${sql.lit(type)} in ${inTextList(types)} then ${limit} else 0 end) as newest`
  const all = sql.join(EVENT_TYPES.map(newestOf), sql` union all `)
  const page = sql`select * from (${all}) as each_type order by timestamp desc limit ${limit}`
  return sql<PageEvent>`(select id, timestamp,
      sum(${least(sql.ref('public_count'), sql.lit(MAX_GROUP_IMAGES))}) over (order by timestamp desc) as images_so_far
    from (${page}) as newest)`
}
