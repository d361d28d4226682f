export const slotsAndJobs = `
create table slot (
  id text primary key,
  user_id integer not null references user (id),
  collection_id integer not null references collection (id),
  content_type text not null,
  state text not null check (state in ('pending', 'consumed', 'cancelled', 'expired')),
  created_at integer not null,
  expires_at integer not null,
  image_id integer,
  lease text,
  leased_until integer,
  pending_key text,
  reaped_at integer
) strict, without rowid;
create index slot_expiry on slot (expires_at);
create index slot_unreaped on slot (expires_at) where reaped_at is null;
create index slot_pending on slot (pending_key) where pending_key is not null;

-- Responses to requests with an idempotency key; null while the first request is in progress.
create table idempotency_key (
  user_id integer not null references user (id),
  key text not null,
  request text not null,
  response text check (json_valid(response)),
  lease text not null,
  leased_until integer not null,
  created_at integer not null,
  primary key (user_id, key)
) strict, without rowid;
create index idempotency_key_age on idempotency_key (created_at);

create table job (
  id integer primary key autoincrement,
  kind text not null,
  image_id integer,
  payload text not null check (json_valid(payload)),
  state text not null check (state in ('queued', 'running', 'done', 'failed')),
  priority integer not null,
  attempts integer not null,
  max_attempts integer not null,
  alone integer not null default 0 check (alone in (0, 1)),
  run_at integer not null,
  lease text,
  leased_until integer,
  last_error text,
  failure text,
  waiting_since integer,
  created_at integer not null,
  finished_at integer
) strict;
create index job_due on job (priority, run_at, id) where state = 'queued';
create index job_leased on job (leased_until) where state = 'running';
create index job_done on job (finished_at) where state = 'done';
create index job_failed on job (finished_at) where state = 'failed';
create index job_of on job (image_id, kind);

-- One row while the queue is paused.
create table job_pause (
  id integer primary key check (id = 1),
  since integer not null
) strict;

-- When each maintenance task last ran.
create table maintenance_run (
  name text primary key,
  ran_at integer not null
) strict, without rowid;
`
