import { sql, type RawBuilder } from 'kysely'
import type { Micros } from '../clock.ts'
import { MAX_GROUP_IMAGES } from '../limits.ts'
import type { Reads } from '../db/store.ts'
import { isPublic } from './feed.ts'

/** One user's georeferences in a stretch of time, both ends included. */
export interface GeoreferenceStretch {
  userId: number
  from: Micros
  to: Micros
}

/** One user's taggings or untaggings with one subject in a stretch of time. */
export interface TaggingStretch extends GeoreferenceStretch {
  subjectId: number
  action: string
}

export interface GroupImage {
  id: number
  title: string
  generation: string | null
}

/** What the public sees of a group: one entry for each contribution, newest first. */
export interface GroupImages {
  /** All of them, however many `images` lists. */
  count: number
  images: GroupImage[]
}

/** Of each stretch, in their order. */
export function georeferencedImages(
  reads: Reads,
  stretches: readonly GeoreferenceStretch[],
): Promise<GroupImages[]> {
  const made = (table: string, kind: number): RawBuilder<unknown> =>
    sql`select image.id, image.title, image.generation,
        made.created_at as at, made.id as number, ${sql.lit(kind)} as kind
      from ${sql.table(table)} as made join image on image.id = made.image_id
      where made.user_id = asked.value ->> 'userId'
        and made.created_at between asked.value ->> 'from' and asked.value ->> 'to'
        and ${isPublic(reads, 'image.collection_id')}`
  const all = sql`${made('georeference', 0)} union all ${made('from_above_georeference', 1)}`
  return imagesOf(reads, stretches, { all, order: sql`at desc, number desc, kind desc` })
}

/** Of each stretch, in their order. */
export function taggedImages(
  reads: Reads,
  stretches: readonly TaggingStretch[],
): Promise<GroupImages[]> {
  const all = sql`select image.id, image.title, image.generation, change.changed_at as at
    from subject_change as change join image on image.id = change.image_id
    where change.subject_id = asked.value ->> 'subjectId'
      and change.action = asked.value ->> 'action'
      and change.changed_by = asked.value ->> 'userId'
      and change.changed_at between asked.value ->> 'from' and asked.value ->> 'to'
      and ${isPublic(reads, 'image.collection_id')}`
  return imagesOf(reads, stretches, { all, order: sql`at desc, id desc` })
}

/** One statement, whatever the number of stretches; each is read off its index and only as far as it is listed. */
async function imagesOf(
  reads: Reads,
  stretches: readonly GeoreferenceStretch[],
  { all, order }: { all: RawBuilder<unknown>; order: RawBuilder<unknown> },
): Promise<GroupImages[]> {
  if (stretches.length === 0) return []
  const listed = sql`select * from (${all}) order by ${order} limit ${sql.lit(MAX_GROUP_IMAGES)}`
  const rows = await reads
    .selectFrom(askedFor(stretches))
    .select(sql<number>`(select count(*) from (${all}))`.as('count'))
    .select(
      sql<string>`(select json_group_array(json_object('id', id, 'title', title,
        'generation', generation)) from (${listed}))`.as('images'),
    )
    .orderBy('asked.key')
    .execute()
  return rows.map(({ count, images }) => ({ count, images: JSON.parse(images) as GroupImage[] }))
}

/** For each subject that has one, a public image to stand for it: the first that has a thumbnail, else the first. */
export async function representativeImages(
  reads: Reads,
  subjects: readonly number[],
): Promise<Map<number, Omit<GroupImage, 'title'>>> {
  if (subjects.length === 0) return new Map()
  const first = (more: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(select tag.image_id from image_subject as tag join image on image.id = tag.image_id
      where tag.subject_id = asked.value and ${isPublic(reads, 'image.collection_id')} ${more}
      order by tag.image_id limit 1)`
  const withThumbnail = first(sql`and image.generation is not null`)
  const chosen = reads
    .selectFrom(askedFor(subjects))
    .select('asked.value as subject')
    .select(sql<number | null>`coalesce(${withThumbnail}, ${first(sql``)})`.as('image_id'))
  const rows = await reads
    .selectFrom(chosen.as('chosen'))
    .innerJoin('image', 'image.id', 'chosen.image_id')
    .select(['chosen.subject', 'image.id', 'image.generation'])
    .execute()
  return new Map(rows.map(({ subject, ...image }) => [subject, image]))
}

/** A list as a table, each entry one row. */
function askedFor(list: readonly unknown[]) {
  return sql<{ key: number; value: number }>`json_each(${JSON.stringify(list)})`.as<'asked'>(
    sql`asked`,
  )
}
