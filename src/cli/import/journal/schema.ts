export const SCHEMA_VERSION = 4

/** SQL that migrates a journal to the next schema version, by the current version. */
export const MIGRATIONS: Record<number, string> = {
  1: 'alter table row add column existing_image integer',
  2: 'alter table row add column damaged_sha256 text',
  3: `alter table row add column place text;
    alter table row add column placed text;
    alter table row add column place_previous integer`,
}

export const SCHEMA = `
create table batch (
  id text not null primary key,
  manifest text not null,
  instance text not null,
  -- Options for reading the manifest, as JSON.
  reading text not null default '{}',
  -- Number of the last run.
  run integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict;

create table row (
  id integer primary key,
  key text not null unique,
  -- Whether the manifest of the last run contains the row.
  listed integer not null default 1,
  row integer not null,
  line integer not null,
  file text not null,
  path text not null,
  size integer not null,
  content_type text not null,
  collection integer not null,
  replaces integer,
  expected_sha256 text,
  sidecar text,
  metadata text not null,
  -- Where the image is placed once it exists, as JSON.
  place text,

  state text not null default 'planned',
  slot text,
  slot_given_at integer,
  account integer,
  doubt integer not null default 0,
  refilled integer not null default 0,
  open_cancels integer not null default 0,
  uncounted integer not null default 0,
  image_id integer,
  problem_code text,
  problem_message text,

  -- Body of the first commit request of the slot, for repeated requests.
  body text,
  -- SHA-256 of the uploaded file, or of the file when it was last read, and its modification time in
  -- milliseconds since the epoch.
  sha256 text,
  modified_at real,
  -- Id of the newest known image before the slot was created: the row's image has a greater id.
  newest_before integer,
  -- The run in which the row ended, and why it did not end in the last run.
  ended_in integer,
  note_code text,
  note_message text,
  -- Columns of the manifest that differ from the imported image.
  edited text,
  -- Whether the files of the imported row were moved or renamed.
  filed integer not null default 0,
  damaged integer not null default 0,
  -- SHA-256 that the instance reported for the damaged file; another one shows that it was replaced since.
  damaged_sha256 text,
  -- Id of the same image from another import, because of which the row is skipped.
  existing_image integer,
  -- What became of the place: placed, kept, refused. Null while it waits.
  placed text,
  -- Id of the placement that the last request replaced.
  place_previous integer
) strict;

create index row_in_order on row (row);
create index row_by_state on row (state, row);
create index row_by_image on row (image_id) where image_id is not null;

create table event (
  id integer primary key,
  at integer not null,
  row_id integer not null,
  what text not null,
  detail text
) strict;
`
