/** Of the journal; `row` holds a picture of the manifest and its standing in the protocol. */
export const SCHEMA_VERSION = 2

/** What brings a journal of the version before to this one. */
export const MIGRATIONS: Record<number, string> = {
  1: 'alter table row add column existing_image integer',
}

export const SCHEMA = `
create table batch (
  id text not null primary key,
  manifest text not null,
  instance text not null,
  -- The options that the manifest was read with, as JSON.
  reading text not null default '{}',
  -- The number of the run that began last.
  run integer not null default 0,
  created_at integer not null,
  updated_at integer not null
) strict;

create table row (
  id integer primary key,
  key text not null unique,
  -- Whether the last manifest names it.
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

  -- What the first commit of the slot said, to be said again word by word.
  body text,
  -- Of the bytes that were uploaded, or before that of the file as it was last read whole, and when the
  -- file was changed last (milliseconds).
  sha256 text,
  modified_at real,
  -- The newest image that was known before the slot was given; ours is newer.
  newest_before integer,
  -- The run in which it ended, and why it did not end in the last one.
  ended_in integer,
  note_code text,
  note_message text,
  -- How the manifest differs from what was imported.
  edited text,
  -- Whether its files were put aside as asked.
  filed integer not null default 0,
  damaged integer not null default 0,
  -- An image of the collection that another import made of the same picture, so that this row is skipped.
  existing_image integer
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
