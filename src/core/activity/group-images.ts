import { sql, type RawBuilder } from 'kysely'
import { FEW_GROUP_IMAGES, MAX_GROUP_IMAGES, MAX_PAGE_IMAGES } from '../limits.ts'
import { jsonArray, jsonObject, withoutIndex } from '../db/dialect.ts'
import { selectVisibleCollections } from '../queries/lists/visible-collections.ts'
import type { Selects } from '../db/store.ts'

/** SQL expressions for the public images of an event, which the query names `event`, on a `page` of the feed. */

export interface GroupImage {
  id: number
  title: string
  generation: string | null
}

/** JSON array of `GroupImage`, one for each contribution, newest first. Null unless the event is a group. */
export function groupImages(reads: Selects): RawBuilder<string | null> {
  const georeferences = listImages(georeferencesOf(reads), sql`at desc, number desc, kind desc`)
  const changes = listImages(changesOf(reads), sql`at desc, id desc`)
  return sql`case
    when event.type = 'georeference_group' then ${georeferences}
    when event.type = 'subject_activity_group' and event.change_id is null then ${changes} end`
}

/** Id of the first public image of the subject, preferably with a thumbnail. Null for other events. */
export function representativeImage(reads: Selects): RawBuilder<number | null> {
  const first = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select tag.image_id from image_subject as tag join image on image.id = tag.image_id
      where tag.subject_id = event.subject_id and ${isPublic(reads)} ${condition}
      order by tag.image_id limit 1)`
  const hasPublic = sql`exists (select 1 from subject_count
    where subject_count.subject_id = event.subject_id and public_images > 0)`
  const withThumbnail = first(sql`and image.generation is not null`)
  return sql`case when event.type = 'subject_introduction' and ${hasPublic}
    then coalesce(${withThumbnail}, ${first(sql``)}) end`
}

function georeferencesOf(reads: Selects): RawBuilder<unknown> {
  const made = (table: string, kind: number): RawBuilder<unknown> =>
    sql`select image.id, image.title, image.generation,
        made.created_at as at, made.id as number, ${sql.lit(kind)} as kind
      from ${sql.table(table)} as made join image on image.id = made.image_id
      where made.user_id = event.user_id and made.created_at between event.started_at and event.at
        and ${isPublic(reads)}`
  return sql`${made('georeference', 0)} union all ${made('from_above_georeference', 1)}`
}

function changesOf(reads: Selects): RawBuilder<unknown> {
  return sql`select image.id, image.title, image.generation, change.changed_at as at
    from subject_change as change join image on image.id = change.image_id
    where change.subject_id = event.subject_id and change.action = event.action
      and change.changed_by = event.user_id
      and change.changed_at between event.started_at and event.at
      and ${isPublic(reads)}`
}

const IMAGE_JSON = jsonObject({
  id: sql.ref('id'),
  title: sql.ref('title'),
  generation: sql.ref('generation'),
})

/** A page of many large groups would otherwise hold up the event loop for a second. */
function listImages(images: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const newest = (limit: number) => sql`(select ${jsonArray(IMAGE_JSON)}
    from (select * from (${images}) as listed order by ${order} limit ${sql.lit(limit)}) as newest)`
  return sql`case when page.images_so_far <= ${sql.lit(MAX_PAGE_IMAGES)}
    then ${newest(MAX_GROUP_IMAGES)} else ${newest(FEW_GROUP_IMAGES)} end`
}

/** The query planner of SQLite must not start at the collections. */
function isPublic(reads: Selects): RawBuilder<boolean> {
  return sql`${withoutIndex(sql.ref<number>('image.collection_id'))} in ${selectVisibleCollections(reads, { visibility: 'public' })}`
}
