import type { SchemaSql } from '../schema-sql.ts'

const PROCESSING = (sql: SchemaSql): string => `case
    when file_version is null then null
    when failure_of = file_version then failure_state
    when ${sql.differ('generation_of', 'file_version')} then 'pending'
    when generation_damage is not null then 'damaged'
    else 'ready' end`

/** The tables of images and of their subjects. */
export const images = (sql: SchemaSql): string =>
  IMAGE_ID + imageTable(sql) + imageIndexes(sql) + IMAGE_SUBJECTS

const IMAGE_ID = `
-- Issues image ids before the images exist, because a file is stored before its row is inserted.
create table image_id (id integer primary key autoincrement) strict;
`

const imageTable = (sql: SchemaSql): string => `
create table image (
  id integer primary key,
  collection_id integer not null references collection (id),
  title text not null,
  original_date text,
  edtf_date text,
  strict_from integer,
  strict_to integer,
  fuzzy_from integer,
  fuzzy_to integer,
  original_url text,
  description text,
  creator text,
  creator_folded text,
  reference_id text,
  license_id integer references license (id),
  scale text,
  rotation integer not null check (rotation in (0, 90, 180, 270)),
  mirror text not null check (mirror in ('none', 'h', 'v')),
  from_above integer not null check (from_above in (0, 1)),
  will_not_georef integer not null check (will_not_georef in (0, 1)),
  duplicate_of integer references image (id),
  position integer,
  created_at integer not null,
  created_by integer references user (id),
  file_version text,
  file_type text,
  file_sha256 text,
  file_size integer,
  generation text,
  generation_corrected integer not null default 0 check (generation_corrected in (0, 1)),
  generation_of text,
  generation_picture text,
  generation_damage text,
  failure_of text,
  failure_state text check (failure_state in ('damaged', 'failed')),
  failure_reason text,
  processing text generated always as (${PROCESSING(sql)}) virtual,
  processing_reason text generated always as (case ${sql.generated('processing', PROCESSING(sql))}
    when 'pending' then null
    else ${sql.choose('failure_of = file_version', 'failure_reason', 'generation_damage')} end) virtual,
  picture text generated always as (file_version || ' ' || ${sql.toText('rotation')} || ' ' || mirror) virtual,
  tiles_generation text,
  tiles_of text,
  tiles_width integer,
  tiles_height integer,
  last_georeferenced_at integer,
  last_confidence text,
  revision integer not null default 1,
  check ((file_version is null) = (file_type is null)),
  check ((tiles_generation is null) = (tiles_of is null)),
  check ((tiles_generation is null) = (tiles_width is null)),
  check ((tiles_generation is null) = (tiles_height is null))
) strict;
`

const imageIndexes = (sql: SchemaSql): string => `
create index image_collection on image (collection_id, id);
create index image_order on image (coalesce(position, id), id);
create index image_title on image (${sql.foldAscii('title')}, id);
create index image_original_date on image (original_date, id);
create index image_created on image (created_at, id);
create index image_georeferenced on image (last_georeferenced_at, id);
create index image_counted on image (collection_id, last_confidence, duplicate_of, will_not_georef)
  where duplicate_of is null and will_not_georef = 0;
create index image_reference on image (reference_id) where reference_id is not null;
create index image_file on image (file_sha256) where file_sha256 is not null;
create index image_duplicate on image (duplicate_of) where duplicate_of is not null;
create index image_displayed on image (id) where generation is not null;
create index image_unready on image (processing, id) where processing <> 'ready';
`

const IMAGE_SUBJECTS = `
create table image_subject (
  image_id integer not null references image (id) on delete cascade,
  subject_id integer not null references subject (id),
  position integer not null,
  tagged_by integer references user (id),
  tagged_at integer not null,
  primary key (image_id, subject_id)
) strict, without rowid;
create index image_subject_of on image_subject (subject_id, image_id);

-- subject_id is not a foreign key: the history outlives the subject.
create table subject_change (
  id integer primary key autoincrement,
  action text not null check (action in ('added', 'removed', 'reordered')),
  image_id integer not null references image (id) on delete cascade,
  subject_id integer,
  changed_by integer references user (id),
  changed_at integer not null,
  previous_order text,
  new_order text
) strict;
create index subject_change_of on subject_change (image_id);
create index subject_change_time on subject_change (changed_at, id);
create index subject_change_run on subject_change (subject_id, action, changed_by, changed_at, image_id);
`
