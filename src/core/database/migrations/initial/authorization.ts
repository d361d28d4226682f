export const authorization = `
create table oauth_client (
  id text primary key,
  name text not null,
  redirect_uris text not null check (json_valid(redirect_uris)),
  grant_types text not null check (json_valid(grant_types)),
  secret_hash text,
  created_at integer not null
) strict, without rowid;

create table oauth_grant (
  id integer primary key autoincrement,
  user_id integer not null references user (id) on delete cascade,
  client_id text references oauth_client (id) on delete cascade,
  scopes text not null,
  code_hash text,
  label text,
  created_at integer not null,
  used_at integer
) strict;
create index oauth_grant_of on oauth_grant (user_id, client_id);
create index oauth_grant_to on oauth_grant (client_id, used_at);
create unique index oauth_grant_code on oauth_grant (code_hash) where code_hash is not null;

create table oauth_code (
  hash text primary key,
  grant_id integer not null references oauth_grant (id) on delete cascade,
  redirect_uri text not null,
  challenge text not null,
  expires_at integer not null
) strict, without rowid;
create index oauth_code_of on oauth_code (grant_id);

create table oauth_token (
  hash text primary key,
  grant_id integer not null references oauth_grant (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scopes text not null,
  created_at integer not null,
  expires_at integer not null,
  rotated_at integer
) strict, without rowid;
create index oauth_token_of on oauth_token (grant_id);

create table consent (
  user_id integer not null references user (id) on delete cascade,
  client_id text not null references oauth_client (id) on delete cascade,
  scopes text not null,
  created_at integer not null,
  primary key (user_id, client_id)
) strict, without rowid;
create index consent_to on consent (client_id);

create table used_sign_in (
  state_hash text primary key,
  expires_at integer not null
) strict, without rowid;
`
