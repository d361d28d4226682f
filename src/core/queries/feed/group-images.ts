import type { AliasableExpression, Expression } from 'kysely'
import { FEW_GROUP_IMAGES, MAX_GROUP_IMAGES, MAX_PAGE_IMAGES } from '../../base/limits.ts'
import { jsonArray, jsonObject, withoutIndex } from '../../database/sql.ts'
import { column, expressions, literal } from '../../database/expressions.ts'
import { selectVisibleCollections } from '../lists/visible-collections.ts'
import type { Micros } from '../../base/clock.ts'
import type { Selects } from '../../database/store.ts'
import type { EventType } from '../../model/event-types.ts'

/** SQL expressions for the public images of an event, which the query names `event`, on a `page` of the feed. */

export interface GroupImage {
  id: number
  title: string
  generation: string | null
}

/** JSON array of `GroupImage`, one for each contribution, newest first. Null unless the event is a group. */
export function groupImages(reads: Selects) {
  const isType = (type: EventType) => expressions(EVENT_TYPE, '=', literal(type))
  const isOfChanges = expressions.and([
    isType('subject_activity_group'),
    expressions(column('event.change_id'), 'is', null),
  ])
  return expressions
    .case()
    .when(isType('georeference_group'))
    .then(listImages(reads, selectGeoreferenced, ['at', 'number', 'kind']))
    .when(isOfChanges)
    .then(listImages(reads, selectChanged, ['at', 'id']))
    .end()
}

/** Id of the first public image of the subject, preferably with a thumbnail. Null for other events. */
export function representativeImage(reads: Selects) {
  const images = reads
    .selectFrom('image_subject as tag')
    .innerJoin('image', 'image.id', 'tag.image_id')
    .select('tag.image_id')
    .where('tag.subject_id', '=', column('event.subject_id'))
    .where(isPublic(reads))
    .orderBy('tag.image_id')
    .limit(literal(1))
  const hasPublic = expressions.exists(
    reads
      .selectFrom('subject_count')
      .select(literal(1).as('one'))
      .where('subject_count.subject_id', '=', column('event.subject_id'))
      .where('public_images', '>', literal(0)),
  )
  const withThumbnail = images.where('image.generation', 'is not', null)
  const first = expressions.fn.coalesce(withThumbnail.$asScalar(), images.$asScalar())
  return expressions
    .case()
    .when(
      expressions.and([expressions(EVENT_TYPE, '=', literal('subject_introduction')), hasPublic]),
    )
    .then(first)
    .end()
}

const EVENT_TYPE = column<EventType>('event.type')

interface Contribution {
  id: number
  title: string
  generation: string | null
  at: Micros
}

/** Selects the newest of both kinds each, because PostgreSQL does not merge them in the order of their indexes. */
function selectGeoreferenced(reads: Selects, limit: number) {
  const made = (table: 'georeference' | 'from_above_georeference', kind: number) => {
    const newest = reads
      .selectFrom(`${table as 'georeference'} as made`)
      .innerJoin('image', 'image.id', 'made.image_id')
      .select(['image.id', 'image.title', 'image.generation', 'made.created_at as at'])
      .select(['made.id as number', literal(kind).as('kind')])
      .where('made.user_id', '=', column('event.user_id'))
      .where(isWithinGroup(column('made.created_at')))
      .where(isPublic(reads))
      .orderBy('made.created_at', 'desc')
      .orderBy('made.id', 'desc')
      .limit(literal(limit))
    return reads.selectFrom(newest.as('newest')).selectAll()
  }
  return made('georeference', 0).unionAll(made('from_above_georeference', 1))
}

function selectChanged(reads: Selects) {
  return reads
    .selectFrom('subject_change as change')
    .innerJoin('image', 'image.id', 'change.image_id')
    .select(['image.id', 'image.title', 'image.generation', 'change.changed_at as at'])
    .where('change.subject_id', '=', column('event.subject_id'))
    .where('change.action', '=', column('event.action'))
    .where('change.changed_by', '=', column('event.user_id'))
    .where(isWithinGroup(column('change.changed_at')))
    .where(isPublic(reads))
}

function isWithinGroup(time: Expression<Micros>) {
  return expressions.between(time, column<Micros>('event.started_at'), column<Micros>('event.at'))
}

const IMAGE_JSON = jsonObject({
  id: column('id'),
  title: column('title'),
  generation: column('generation'),
})

/** A page of many large groups would otherwise hold up the event loop for a second. */
function listImages(
  reads: Selects,
  select: (reads: Selects, limit: number) => AliasableExpression<Contribution>,
  order: readonly string[],
) {
  const newest = (limit: number) => {
    const all = reads.selectFrom(select(reads, limit).as('listed')).selectAll()
    const listed = order
      .reduce((sorted, name) => sorted.orderBy(column(name), 'desc'), all)
      .limit(literal(limit))
    return reads.selectFrom(listed.as('newest')).select(jsonArray(IMAGE_JSON).as('images'))
  }
  return expressions
    .case()
    .when(expressions(column<number>('page.images_so_far'), '<=', literal(MAX_PAGE_IMAGES)))
    .then(newest(MAX_GROUP_IMAGES).$asScalar())
    .else(newest(FEW_GROUP_IMAGES).$asScalar())
    .end()
}

/** The query planner of SQLite must not start at the collections. */
function isPublic(reads: Selects) {
  const collections = selectVisibleCollections(reads, { visibility: 'public' })
  return expressions(withoutIndex(column<number>('image.collection_id')), 'in', collections)
}
