/**
 * The requests that rate limits have accepted, numbered by client. The table is unlogged, so a crash of the server empties
 * it: the limits then start from zero.
 */
const TABLE = `
create unlogged table request_time (
  client bigint not null,
  ordinal bigint not null,
  accepted_at bigint not null,
  primary key (client, ordinal)
)`

/** For the removal of old rows. */
const INDEX = 'create index request_time_age on request_time (accepted_at)'

/**
 * Records as many of the `wanted` requests as fit into `most` within a minute, and returns the microseconds that the others
 * have to wait. A request is decided by the one that came `most` before, so a limit of thousands costs no more than a small
 * one. The function takes the lock of the client first, so that its later statements see what the previous holder recorded.
 */
const RECORD = `
create function record_requests(
  of_client bigint, most integer, wanted integer, given_now bigint, out accepted integer, out wait bigint
) language plpgsql as $$
declare
  minute constant bigint := 60000000;
  this_time bigint;
  last_ordinal bigint;
  last_time bigint;
begin
  perform pg_advisory_xact_lock(of_client);
  this_time := coalesce(given_now, (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  select ordinal, accepted_at into last_ordinal, last_time
    from request_time where client = of_client order by ordinal desc limit 1;
  if last_time > this_time then
    -- Recorded before the clock was set back.
    delete from request_time where client = of_client and accepted_at > this_time;
    select max(ordinal) into last_ordinal from request_time where client = of_client;
  end if;
  last_ordinal := coalesce(last_ordinal, 0);
  select least(wanted, most) - count(*) into accepted
    from request_time where client = of_client and accepted_at > this_time - minute
      and ordinal between last_ordinal - most + 1 and last_ordinal - most + least(wanted, most);
  insert into request_time
    select of_client, last_ordinal + n, this_time from generate_series(1, accepted) as n;
  wait := 0;
  if accepted < wanted then
    select accepted_at + minute - this_time into wait
      from request_time where client = of_client and ordinal = last_ordinal + accepted - most + 1;
  end if;
end $$`

/** The statements that create the table and the function of rate limits. */
export const requestTimes: readonly string[] = [TABLE, INDEX, RECORD]
