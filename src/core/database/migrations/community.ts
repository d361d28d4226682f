/**
 * Tables of the work of the community, and of its moderation. Contributions themselves stay in the initial tables.
 *
 * - `skip`, `flag`, `disputed_image` and the indexes of images serve the queues of images to place and placements to
 *   check.
 * - `flag` also holds the reports that staff resolve.
 * - `hidden_comment` holds comments that staff hid. Such a comment is in no other table, so that no list, search or
 *   feed finds it, until it moves back under its id.
 * - `suspension` holds the users who may read but not write.
 * - The indexes by user list the contributions of one person, newest first, and find them when the person is erased.
 */
export const communityTables: readonly string[] = [
  `
create table skip (
  user_id integer not null references user (id) on delete cascade,
  image_id integer not null references image (id) on delete cascade,
  reason text,
  skipped_at integer not null,
  primary key (user_id, image_id)
) strict, without rowid;
create index skip_of on skip (image_id);

-- resolved_at: null while it is open. resolved_by: null also if it was resolved on the host.
create table flag (
  id integer primary key autoincrement,
  image_id integer not null references image (id) on delete cascade,
  reason text not null check (reason in ('place', 'date', 'rights', 'private', 'duplicate', 'other')),
  text text,
  flagged_by integer not null references user (id),
  flagged_at integer not null,
  resolved_by integer references user (id),
  resolved_at integer,
  check (resolved_by is null or resolved_at is not null)
) strict;
create index flag_of on flag (image_id);
create index flag_by on flag (flagged_by, flagged_at, id);
create index flag_resolved_by on flag (resolved_by) where resolved_by is not null;
create index flag_unresolved on flag (flagged_at, id) where resolved_at is null;
create unique index flag_once on flag (image_id, flagged_by, reason) where resolved_at is null;

-- hidden_by: null if it was hidden on the host. The other columns are those of the comment.
create table hidden_comment (
  id integer primary key,
  image_id integer not null references image (id) on delete cascade,
  text text not null,
  commented_by integer not null references user (id),
  created_at integer not null,
  hidden_by integer references user (id),
  hidden_at integer not null
) strict;
create index hidden_comment_of on hidden_comment (image_id);
create index hidden_comment_by on hidden_comment (commented_by, created_at, id);
create index hidden_comment_hidden_by on hidden_comment (hidden_by) where hidden_by is not null;
create index hidden_comment_time on hidden_comment (hidden_at, id);

-- suspended_by: null if it was decided on the host.
create table suspension (
  user_id integer primary key references user (id),
  suspended_by integer references user (id),
  suspended_at integer not null,
  reason text
) strict;
create index suspension_by on suspension (suspended_by) where suspended_by is not null;

-- Images whose newest georeference of the kind that counts has more validations as incorrect than as correct.
create table disputed_image (
  image_id integer primary key references image (id) on delete cascade
) strict;

create index image_available on image (id)
  where last_georeferenced_at is null and duplicate_of is null and will_not_georef = 0;
create index image_available_in on image (collection_id, id)
  where last_georeferenced_at is null and duplicate_of is null and will_not_georef = 0;
create index user_created on user (created_at);

drop index comment_by;
create index comment_by on comment (commented_by, created_at, id);
drop index validation_by;
create index validation_by on validation (validated_by, validated_at, id);
create index subject_change_by on subject_change (changed_by, changed_at, id);
create index image_created_by on image (created_by, id) where created_by is not null;
create index image_subject_by on image_subject (tagged_by) where tagged_by is not null;
create index slot_by on slot (user_id);

insert into disputed_image ${selectDisputed('')};
`,
]

/** Triggers that maintain `disputed_image`. Those of the newest georeferences follow every new or removed one. */
export const communityTriggers: readonly string[] = [
  createTrigger('validation_disputes', 'insert on validation', 'new'),
  createTrigger('validation_disputes_again', 'update of validation on validation', 'new'),
  createTrigger('validation_disputes_no_longer', 'delete on validation', 'old'),
  ...['point_current', 'area_current'].flatMap((table) => [
    createTrigger(`${table}_disputed`, `insert on ${table}`, 'new'),
    createTrigger(`${table}_undisputed`, `delete on ${table}`, 'old'),
  ]),
]

function createTrigger(name: string, event: string, row: 'new' | 'old'): string {
  return `create trigger ${name} after ${event} begin
    delete from disputed_image where image_id = ${row}.image_id;
    insert into disputed_image ${selectDisputed(`and image_id = ${row}.image_id`)};
  end`
}

/** @param condition for rows of the newest georeferences, after others */
function selectDisputed(condition: string): string {
  return `
    select image_id from (
      select image_id, id as point_id, null as area_id from point_current where from_above = 0 ${condition}
      union all
      select image_id, null, id from area_current where true ${condition}
    ) as newest
    where (
      select sum(case validation when 'incorrect' then 1 when 'correct' then -1 else 0 end)
      from validation
      where validation.image_id = newest.image_id
        and (georeference_id = point_id or from_above_georeference_id = area_id)
    ) > 0`
}
