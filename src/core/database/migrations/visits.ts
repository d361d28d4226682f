/**
 * When each user last visited the account page, which shows what is new since then.
 *
 * - `ended_at` is the end of the visit before the latest one.
 * - `latest_at` is the newest time in the latest visit.
 */
export const visitTable: readonly string[] = [
  `
create table visit (
  user_id integer primary key references user (id) on delete cascade,
  ended_at integer not null,
  latest_at integer not null
) strict;
`,
]
