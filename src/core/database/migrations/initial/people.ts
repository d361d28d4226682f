export const people = `
create table user (
  id integer primary key,
  username text not null,
  username_folded text not null,
  is_staff integer not null check (is_staff in (0, 1)),
  created_at integer not null
) strict;
create index user_name on user (username_folded);

create table staff_invitation (
  username text primary key,
  username_folded text not null,
  expires_at integer not null
) strict, without rowid;

create table session (
  id integer primary key autoincrement,
  hash text not null unique,
  user_id integer not null references user (id) on delete cascade,
  csrf text not null,
  browser text not null,
  created_at integer not null,
  used_at integer not null,
  expires_at integer not null
) strict;
create index session_expiry on session (expires_at);
create index session_of on session (user_id);

create table setting (
  name text primary key,
  value text not null check (json_valid(value))
) strict, without rowid;
`
