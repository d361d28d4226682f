/** Audit log. Either `user_id` is set, or `host_user`: JSON of the user who ran a command on the host. */
export const audit = `
create table audit_entry (
  id integer primary key autoincrement,
  at integer not null,
  user_id integer references user (id),
  host_user text check (json_valid(host_user)),
  action text not null,
  object_type text not null,
  object_id text not null,
  before text check (json_valid(before)),
  after text check (json_valid(after)),
  check ((user_id is null) <> (host_user is null)),
  check (before is not null or after is not null)
) strict;
create index audit_entry_of on audit_entry (object_type, object_id, id);
create index audit_entry_by on audit_entry (user_id);
`
