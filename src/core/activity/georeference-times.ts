import type { Micros } from '../clock.ts'
import type { Tx } from '../db/store.ts'

/** One user by id, or all users. */
export type UserScope = number | 'all users'

/** Counts the georeferences of both kinds. */
export async function countGeoreferences(tx: Tx, scope: UserScope): Promise<number> {
  const counted =
    scope === 'all users'
      ? tx.selectFrom('georeference_total').select('count')
      : tx
          .selectFrom('user_count')
          .select((row) =>
            row.fn.sum<number | null>(row('points', '+', row.ref('areas'))).as('count'),
          )
          .where('user_id', '=', scope)
  return (await counted.executeTakeFirstOrThrow()).count ?? 0
}

/** Streams the times of georeferences of both kinds, newest first, back to `since`. Reads only indices. */
export function streamGeoreferenceTimes(tx: Tx, scope: UserScope, since: Micros) {
  const made = (table: 'georeference' | 'from_above_georeference') =>
    tx
      .selectFrom(table as 'georeference')
      .select('created_at as at')
      .where('created_at', '>=', since)
      .$if(scope !== 'all users', (query) => query.where('user_id', '=', Number(scope)))
  return made('georeference')
    .unionAll(made('from_above_georeference'))
    .orderBy('at', 'desc')
    .stream()
}
