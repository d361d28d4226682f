export const activity = `
-- timestamp: a unique key for paging; it is the time of the event, moved on by microseconds where needed.
-- public_count: number of contributions to public images.
create table activity_event (
  id integer primary key,
  type text not null check (type in ('georeference_group', 'comment', 'user_milestone',
    'sitewide_milestone', 'subject_introduction', 'subject_activity_group', 'collection_introduction')),
  at integer not null,
  timestamp integer not null,
  user_id integer references user (id),
  started_at integer,
  subject_id integer,
  action text check (action in ('added', 'removed', 'reordered')),
  change_id integer references subject_change (id) on delete cascade,
  comment_id integer references comment (id) on delete cascade,
  collection_id integer references collection (id) on delete cascade,
  milestone integer,
  public_count integer not null default 0,
  check ((started_at is null) = (type not in ('georeference_group', 'subject_activity_group')))
) strict;
create index activity_event_page on activity_event (type, timestamp) where public_count > 0;
create index activity_event_time on activity_event (at, timestamp);
create index activity_event_group on activity_event (user_id, type, subject_id, action, at)
  where started_at is not null;
create index activity_event_milestone on activity_event (type, user_id, at) where milestone is not null;
create unique index activity_event_subject on activity_event (subject_id)
  where type = 'subject_introduction';
create unique index activity_event_change on activity_event (change_id) where change_id is not null;
create unique index activity_event_comment on activity_event (comment_id)
  where comment_id is not null;
create unique index activity_event_collection on activity_event (collection_id)
  where collection_id is not null;

-- One row: the number of georeferences of both kinds. Every new georeference reads it.
create table georeference_total (count integer not null) strict;
insert into georeference_total values (0);
`

/** Triggers that maintain `georeference_total`. */
export const totalTriggers: readonly string[] = ['georeference', 'from_above_georeference'].flatMap(
  (table) => [
    `create trigger ${table}_counted after insert on ${table} begin
      update georeference_total set count = count + 1;
    end`,
    `create trigger ${table}_uncounted after delete on ${table} begin
      update georeference_total set count = count - 1;
    end`,
  ],
)
