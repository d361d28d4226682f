/**
 * When a user first authorized an app, or an administrator registered it. Apps that nobody ever authorized expire. For those
 * that were registered earlier this is not known, because grants are deleted: they stay.
 */
export const appAuthorizations: readonly string[] = [
  `
alter table oauth_client add column
  authorized_at integer;
update oauth_client set authorized_at = created_at;
create index oauth_client_unauthorized on oauth_client (created_at) where authorized_at is null;
`,
]
