import type { Micros } from '../../base/clock.ts'
import { preparedQuery, type Params } from '../../database/prepared-query.ts'
import { least } from '../../database/sql.ts'
import { column, hideFromPlanner, literal } from '../../database/expressions.ts'
import type { Selects } from '../../database/store.ts'
import { EVENT_TYPES, type EventType } from '../../model/event-types.ts'
import { MAX_ACTIVITY_LIMIT, MAX_GROUP_IMAGES } from '../../base/limits.ts'
import { groupImages, representativeImage } from './group-images.ts'

export interface FeedPage {
  /** Upper bound of the timestamps, exclusive. */
  before: Micros
  /** The most events, at most `MAX_ACTIVITY_LIMIT`. */
  limit: number
}

/** For each type, 1 if the page has its events, else 0. */
export type WantedTypes = Record<EventType, 0 | 1>

/**
 * Selects public events, newest first, with the rows that they report. It picks the events from an index and joins
 * only these.
 */
export const selectFeed = preparedQuery((reads: Selects, page: Params<FeedPage & WantedTypes>) =>
  reads
    .selectFrom(newestEvents(reads, page).as('page'))
    .innerJoin('activity_event as event', 'event.id', 'page.id')
    .leftJoin('user', 'user.id', 'event.user_id')
    .leftJoin('subject', 'subject.id', 'event.subject_id')
    .leftJoin('collection', 'collection.id', 'event.collection_id')
    .leftJoin('comment', 'comment.id', 'event.comment_id')
    .leftJoin('subject_change as reordering', 'reordering.id', 'event.change_id')
    .leftJoin('image', (join) =>
      join.on((eb) =>
        eb(
          'image.id',
          '=',
          eb.fn.coalesce(
            'comment.image_id',
            eb.ref('reordering.image_id'),
            representativeImage(reads),
          ),
        ),
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
 * Selects the newest events of each type from the index, then the newest of these. `images_so_far` is at least the
 * number of images that the page's groups list up to and including an event. The limit of each type is a literal,
 * because PostgreSQL otherwise plans for a tenth of the table.
 */
function newestEvents(reads: Selects, page: Params<FeedPage & WantedTypes>) {
  const newestOf = (type: EventType) => {
    const newest = reads
      .selectFrom('activity_event')
      .select(['id', 'timestamp', 'public_count'])
      .where(hideFromPlanner(page[type]), '=', literal(1))
      .where('type', '=', literal(type))
      .where('public_count', '>', literal(0))
      .where('timestamp', '<', hideFromPlanner(page.before))
      .orderBy('timestamp', 'desc')
      .limit(literal(MAX_ACTIVITY_LIMIT))
    return reads.selectFrom(newest.as('newest')).selectAll()
  }
  const all = EVENT_TYPES.map(newestOf).reduce((one, other) => one.unionAll(other))
  const newest = reads
    .selectFrom(all.as('each_type'))
    .selectAll()
    .orderBy('timestamp', 'desc')
    .limit(hideFromPlanner(page.limit))
  const listed = least(column('public_count'), literal(MAX_GROUP_IMAGES))
  return reads
    .selectFrom(newest.as('newest'))
    .select(['id', 'timestamp'])
    .select(({ fn }) =>
      fn
        .sum<number>(listed)
        .over((events) => events.orderBy('timestamp', 'desc'))
        .as('images_so_far'),
    )
}
