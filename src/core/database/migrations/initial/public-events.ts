import { selectIsPublic } from './counts.ts'
import type { SchemaSql } from '../schema-sql.ts'

/**
 * Triggers that maintain `activity_event.public_count`: the number of public rows that an event reports. A page of
 * the feed then reads only events that it lists. The groups of one user never overlap.
 */

/** A table whose rows are grouped into events. */
interface Contributions {
  table: string
  time: string
  /** Columns that identify the row's group. */
  columns: string
  /** Condition for the rows in the group `event`, apart from their time. */
  members: (event: string) => string
  /** Condition for the events that may be the group of `row`, apart from their time. */
  groups: (row: string) => string
}

const GEOREFERENCES = ['georeference', 'from_above_georeference'].map((table): Contributions => ({
  table,
  time: 'created_at',
  columns: 'image_id, user_id, created_at',
  members: (event) => `made.user_id = ${event}.user_id`,
  groups: (row) => `user_id = ${row}.user_id and type = 'georeference_group'
    and subject_id is null and action is null`,
}))

const CHANGES: Contributions = {
  table: 'subject_change',
  time: 'changed_at',
  columns: 'image_id, subject_id, action, changed_by, changed_at',
  members: (event) => `made.subject_id = ${event}.subject_id and made.action = ${event}.action
    and made.changed_by = ${event}.user_id`,
  groups: (row) => `user_id = ${row}.changed_by and type = 'subject_activity_group'
    and subject_id = ${row}.subject_id and action = ${row}.action`,
}

const CONTRIBUTIONS = [...GEOREFERENCES, CHANGES]

export const publicEventTriggers = (sql: SchemaSql): readonly string[] => [
  `create trigger activity_event_count_inserted after insert on activity_event begin
    update activity_event set public_count = ${countPublicRows(sql)} where id = new.id;
  end`,
  // A group only grows: a new contribution extends it, or merges it with the next group.
  `create trigger activity_event_count_extended after update of at, started_at on activity_event
    when new.started_at is not null and new.change_id is null begin
    update activity_event set public_count = public_count
      + ${countPublicMembers(sql, 'old.at + 1', 'new.at')} + ${countPublicMembers(sql, 'new.started_at', 'old.started_at - 1')}
    where id = new.id;
  end`,
  ...CONTRIBUTIONS.flatMap((made) => createRowTriggers(sql, made)),
  ...createUserMilestoneTriggers(sql),
  // The rows of an image are deleted while their collection is still known.
  `create trigger image_changes_uncounted before delete on image begin
    delete from subject_change where image_id = old.id;
  end`,
  createVisibilityTrigger(sql, 'image_events_moved', {
    event: 'after update of collection_id on image',
    images: 'select new.id',
    by: `${selectIsPublic(sql, 'new.collection_id')} - ${selectIsPublic(sql, 'old.collection_id')}`,
  }),
  createVisibilityTrigger(sql, 'collection_events_shown', {
    event: 'after update of public, source_id on collection',
    images: 'select id from image where collection_id = new.id',
    by: `${selectIsPublic(sql, 'new.id')} - (${sql.both('old.public', '(select public from source where id = old.source_id)')})`,
    collections: 'select new.id',
  }),
  createVisibilityTrigger(sql, 'source_events_shown', {
    event: 'after update of public on source',
    images: `select image.id from image join collection on collection.id = collection_id
      where source_id = new.id and collection.public = 1`,
    by: 'new.public - old.public',
    collections: 'select id from collection where source_id = new.id',
  }),
]

/** SQL that counts the public rows of the event `new`. */
function countPublicRows(sql: SchemaSql): string {
  const added = `select count(*) from subject_change as made join image on image.id = made.image_id
    where made.subject_id = new.subject_id and made.action = 'added'
      and ${sql.isSet(selectIsPublic(sql, 'image.collection_id'))}`
  return `case new.type
    when 'comment' then (select ${selectIsPublicImage(sql, 'comment.image_id')} from comment where id = new.comment_id)
    when 'user_milestone' then ${sql.flag(`exists (select 1 from user_count
      where user_id = new.user_id and public_points + public_areas > 0)`)}
    when 'sitewide_milestone' then 1
    when 'subject_introduction' then (${added})
    when 'collection_introduction' then ${selectIsPublic(sql, 'new.collection_id')}
    else ${sql.choose(
      'new.change_id is null',
      countPublicMembers(sql, 'new.started_at', 'new.at'),
      `(select ${selectIsPublicImage(sql, 'image_id')} from subject_change where id = new.change_id)`,
    )} end`
}

/** SQL that counts the public contributions to the group `new` in a period, both ends included. */
function countPublicMembers(sql: SchemaSql, from: string, to: string): string {
  const addRow = ({ table, time, members }: Contributions): string => `(select count(*)
    from ${table} as made join image on image.id = made.image_id
    where ${members('new')} and made.${time} between ${from} and ${to}
      and ${sql.isSet(selectIsPublic(sql, 'image.collection_id'))})`
  const rows = GEOREFERENCES.map(addRow).join(' + ')
  return sql.choose("new.type = 'georeference_group'", rows, addRow(CHANGES))
}

function selectIsPublicImage(sql: SchemaSql, image: string): string {
  return `coalesce((select ${selectIsPublic(sql, 'seen_image.collection_id')}
    from image as seen_image where seen_image.id = ${image}), 0)`
}

/** SQL for the id of the group that contains a row, or null. */
function selectGroup(sql: SchemaSql, row: string, { groups, time }: Contributions): string {
  return `(select ${sql.choose(`started_at <= ${row}.${time}`, 'id', 'null')} from activity_event
    where ${groups(row)} and started_at is not null and at >= ${row}.${time} order by at limit 1)`
}

function createRowTriggers(sql: SchemaSql, made: Contributions): string[] {
  const { table, columns } = made
  const [inserted, deleted] = [count(sql, made, 'new', 1), count(sql, made, 'old', -1)]
  return [
    `create trigger ${table}_events_inserted after insert on ${table} begin ${inserted} end`,
    `create trigger ${table}_events_deleted after delete on ${table} begin ${deleted} end`,
    `create trigger ${table}_events_moved after update of ${columns} on ${table}
      begin ${deleted} ${inserted} end`,
  ]
}

/** Adds one row to the counts of its events, or subtracts it. */
function count(sql: SchemaSql, made: Contributions, row: 'old' | 'new', by: 1 | -1): string {
  const change = `update activity_event set public_count = public_count + ${by}
    * ${selectIsPublicImage(sql, `${row}.image_id`)}`
  const group = `${change} where id = ${selectGroup(sql, row, made)};`
  if (made !== CHANGES) return group
  return `${group} ${change} where type = 'subject_introduction'
    and subject_id = ${row}.subject_id and ${row}.action = 'added';`
}

/** Milestones of a user are listed while the user has public georeferences. */
function createUserMilestoneTriggers(sql: SchemaSql): string[] {
  const set = `update activity_event set public_count = ${sql.flag('new.public_points + new.public_areas > 0')}
    where type = 'user_milestone' and user_id = new.user_id and milestone is not null;`
  return [
    `create trigger user_count_events_inserted after insert on user_count begin ${set} end`,
    `create trigger user_count_events_updated after update of public_points, public_areas on user_count
      when (old.public_points + old.public_areas > 0) <> (new.public_points + new.public_areas > 0)
      begin ${set} end`,
  ]
}

interface VisibilityChange {
  event: string
  /** Ids of the images that become public or hidden. */
  images: string
  /** 1 if they become public, -1 if they become hidden, else 0. */
  by: string
  /** Ids of the collections that become public or hidden. */
  collections?: string
}

function createVisibilityTrigger(
  sql: SchemaSql,
  name: string,
  { event, images, by, collections }: VisibilityChange,
): string {
  const add = `update activity_event set public_count = public_count + (${by})`
  const single = (column: string, table: string): string =>
    `${add} where ${column} in (select id from ${table} where image_id in (${images}));`
  const counted = (key: string, table: string): string =>
    `${add} * counted.rows from (select ${key} as key, count(*) as rows
      from ${table} as made where image_id in (${images})`
  const groups = CONTRIBUTIONS.map(
    (made) => `${counted(selectGroup(sql, 'made', made), made.table)} group by 1) as counted
      where activity_event.id = counted.key;`,
  )
  const introductions = `${counted('subject_id', 'subject_change')} and action = 'added' group by 1)
    as counted where type = 'subject_introduction' and activity_event.subject_id = counted.key;`
  const announcements = collections
    ? `update activity_event set public_count = ${selectIsPublic(sql, 'activity_event.collection_id')}
      where collection_id in (${collections});`
    : ''
  return `create trigger ${name} ${event} when (${by}) <> 0 begin
    ${single('comment_id', 'comment')} ${single('change_id', 'subject_change')}
    ${groups.join('')} ${introductions} ${announcements}
  end`
}
